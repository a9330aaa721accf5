/** The parts of a reply that the drill uses. */
export interface Reply {
  readonly status: number;
  /** The code of an error; empty if the body has none. */
  readonly detail: string;
  readonly retryAfter: string | null;
  readonly text: string;
  readonly tookMs: number;
}

export interface Asked {
  readonly port: number;
  readonly path: string;
  readonly token: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

/** Longer than any reply may take: three consecutive statements on a database that does not answer. */
const ANSWER_WITHIN_MS = 60_000;

/** Sends a request, and resolves to undefined if its connection breaks before the reply. */
export async function ask({ port, path, token, ...request }: Asked): Promise<Reply | undefined> {
  const sentAt = performance.now();
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      detail: detailOf(text),
      retryAfter: reply.headers.get('retry-after'),
      text,
      tookMs: performance.now() - sentAt,
    };
  } catch {
    return undefined;
  }
}

function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : '';
  } catch {
    return '';
  }
}
