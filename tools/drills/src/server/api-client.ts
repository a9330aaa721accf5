import type { TaskStatus, VerificationStatus } from '@dialproof/core';

/** The fields of a shown task that drills use. */
export interface PolledTask {
  readonly status: TaskStatus;
  readonly total: number;
  readonly processed: number;
  readonly summary: Readonly<Record<VerificationStatus, number>>;
  readonly credits: { readonly held: number; readonly charged: number };
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

const ANSWER_WITHIN_MS = 20_000;

/** The operations of the server. They reject with the error of a failed connection. */
export class ApiClient {
  readonly port: number;
  readonly base: string;

  constructor(port: number) {
    this.port = port;
    this.base = `http://127.0.0.1:${port}`;
  }

  poll(token: string, taskId: string): Promise<Answer<PolledTask>> {
    return this.#json(`/v1/verify/tasks/${taskId}`, token);
  }

  credits(token: string): Promise<Answer<{ available: number; held: number }>> {
    return this.#json('/v1/credits', token);
  }

  /** The first page of the account's tasks. */
  list(token: string): Promise<Answer<{ tasks: readonly PolledTask[] }>> {
    return this.#json('/v1/verify/tasks?limit=100', token);
  }

  verify(token: string, phone: string): Promise<Answer<{ status: VerificationStatus }>> {
    return this.#json('/v1/verify', token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone }),
    });
  }

  register(email: string): Promise<Answer<{ token: string }>> {
    return this.#json('/v1/accounts', '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  }

  cancel(token: string, taskId: string): Promise<Answer<PolledTask>> {
    return this.#json(`/v1/verify/tasks/${taskId}/cancel`, token, { method: 'POST' });
  }

  submit(token: string, content: string): Promise<Answer<{ task_id: string }>> {
    const body = new FormData();
    body.append('file', new Blob([content]), 'list.csv');
    return this.#json('/v1/verify/batch', token, { method: 'POST', body });
  }

  /** Resolves when the task has ended, by its event stream. */
  async ended(token: string, taskId: string): Promise<void> {
    const answer = await this.#fetch(`/v1/verify/tasks/${taskId}/events`, token);
    await answer.text();
  }

  /** The status of `GET /readyz`; 0 without an answer. */
  async readiness(): Promise<number> {
    const answer = await this.#fetch('/readyz', '').catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status ?? 0;
  }

  /** The server's wall clock, to the second, in milliseconds since 1970. */
  async serverTime(): Promise<number> {
    const answer = await this.#fetch('/healthz', '');
    await answer.arrayBuffer();
    return Date.parse(answer.headers.get('date') ?? '');
  }

  async download(token: string, taskId: string): Promise<Answer<string>> {
    const answer = await this.#fetch(`/v1/verify/tasks/${taskId}/download`, token);
    return { status: answer.status, body: await answer.text() };
  }

  async #json<Body>(path: string, token: string, init: RequestInit = {}): Promise<Answer<Body>> {
    const answer = await this.#fetch(path, token, init);
    // The contract defines the body. A difference shows as a violation.
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  #fetch(path: string, token: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.base + path, {
      ...init,
      headers: { ...init.headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  }
}

/** A list of numbers that the sandbox knows, each with a note of `noteLength` characters. */
export function numberList(rows: number, noteLength = 0): string {
  const note = 'x'.repeat(noteLength);
  const lines = Array.from({ length: rows }, (_, row) => `+1415${2_000_000 + row},customer ${row}${note}`);
  return `phone,note\n${lines.join('\n')}\n`;
}
