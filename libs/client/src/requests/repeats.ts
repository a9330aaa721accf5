import { type DialproofError, isDialproofError } from '../dialproof-error.js';

/** Codes that mean that nothing was done, and that the same request may succeed later. */
const REFUSED_FOR_NOW: ReadonlySet<string> = new Set(['too_many_requests', 'overloaded']);

/** Codes after which it is unknown what was done, or whose outcome a repeat may find. */
const WORTH_A_REPEAT: ReadonlySet<string> = new Set([
  ...REFUSED_FOR_NOW,
  'connection_failed',
  'timed_out',
  'upload_interrupted',
  'request_in_progress',
  'shutting_down',
  'storage_unavailable',
  'checker_unavailable',
]);

/** Statuses of proxies if the server did not answer in time. */
const OF_PROXIES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Whether a request may be sent again after this failure. `isRepeatable`: doing it twice is the same as doing it once. */
export function mayRepeat(error: unknown, isRepeatable: boolean): error is DialproofError {
  if (!isDialproofError(error)) return false;
  if (!isRepeatable) return REFUSED_FOR_NOW.has(error.code);
  return WORTH_A_REPEAT.has(error.code) || isOfProxy(error);
}

/** Whether it is unknown, after this failure, what was done. */
export function leavesOpen(error: unknown): boolean {
  if (!isDialproofError(error) || REFUSED_FOR_NOW.has(error.code) || error.code === 'not_supported')
    return false;
  return (error.status ?? 500) >= 500 || mayRepeat(error, true);
}

function isOfProxy({ code, status }: DialproofError): boolean {
  return code === 'unexpected_reply' && OF_PROXIES.has(status ?? 0);
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/**
 * The pause before the next try: it doubles, and chance takes up to a half of it away, so that clients that failed together do not come
 * back together. What the server asks for is waited for in full.
 */
export function pauseMs(tries: number, retryAfterMs: number | undefined): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
  const pause = longest * (1 - Math.random() / 2);
  return retryAfterMs === undefined ? pause : retryAfterMs + (retryAfterMs === 0 ? 0 : pause / 10);
}

/** A key of 128 random bits, in hex. `crypto.randomUUID` is missing in pages that did not come over https. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Checks a key of the caller's. */
export function checkedKey(key: string): string {
  // Headers hold Latin letters, and a quote would begin another writing of the same key.
  if (!/^(?!")[\x20-\x7e]{1,255}$/.test(key) || key.trim() !== key) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, not begin with a quote');
  }
  return key;
}
