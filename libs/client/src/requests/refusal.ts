import { DialproofError, type DialproofErrorDetails } from '../dialproof-error.js';

/** The error that a reply other than a success stands for. Its body is read. */
export async function refusalOf(response: Response): Promise<DialproofError> {
  const details = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  };
  const found = errorIn(await response.text());
  if (found !== undefined) return new DialproofError(found.detail, { ...details, ...found });
  return new DialproofError('unexpected_reply', { ...details, hint: strangeReply(response) });
}

/** The error of a success whose body is not one of the API. */
export function unexpectedReply(response: Response, cause?: unknown): DialproofError {
  return new DialproofError('unexpected_reply', {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    hint: strangeReply(response),
    cause,
  });
}

function errorIn(text: string): ({ readonly detail: string } & DialproofErrorDetails) | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const [detail, hint, row] = ['detail', 'hint', 'row'].map((name): unknown =>
    Reflect.get(Object(body), name),
  );
  if (typeof detail !== 'string') return undefined;
  return {
    detail,
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(typeof row === 'number' ? { row } : {}),
  };
}

function strangeReply(response: Response): string {
  // Redirects are not followed: a token is only for its own server. Browsers hide the target.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    const location = response.headers.get('location');
    return `the server redirects${location === null ? '' : ` to ${location}`}, give the address that it redirects to as baseUrl`;
  }
  const type = response.headers.get('content-type') ?? 'nothing';
  return `the reply is ${response.status} with ${type}, which this API does not answer with: is baseUrl right?`;
}

/** As `retryAfterMs` of @dialproof/core, which the client does not import. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const time = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
