import { DialproofError, type ErrorCode, isDialproofError } from '@dialproof/core';
import { ERROR_STATUS } from '../wire/error-status.js';
import { type HttpReply, jsonReply } from './http-message.js';

/** The spec's own errors. Their body is `{"detail": code}` and nothing else, whatever hint the error carries. */
const WITHOUT_HINT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not_authenticated',
  'insufficient_credits',
  'email_taken',
  'task_not_done',
]);

/**
 * The reply for an expected failure: `{"detail": code}`, with the error's `hint` and `row` where callers may see them. A 5xx never shows one:
 * what is wrong inside is for the operator.
 */
export function errorReply(error: DialproofError): HttpReply {
  const { code, hint, row } = error;
  const status = ERROR_STATUS[code];
  const hidesHint = status >= 500 || WITHOUT_HINT.has(code);
  const reply = jsonReply(
    status,
    hint === undefined || hidesHint
      ? { detail: code }
      : { detail: code, hint, ...(row === undefined ? {} : { row }) },
  );
  return { ...reply, headers: { ...reply.headers, ...refusalHeaders(error) } };
}

/** A restarted database is usually back within seconds. Most errors of storage name no better time. */
const STORAGE_BACK_MS = 5_000;

/** The headers that this failure adds to a reply: `www-authenticate` with 401, `retry-after` where a repeat may fare better later. */
export function refusalHeaders({ code, retryAfterMs: known }: DialproofError): HttpReply['headers'] {
  const retryAfterMs = known ?? (code === 'storage_unavailable' ? STORAGE_BACK_MS : undefined);
  const status = ERROR_STATUS[code];
  // RFC 9110, 11.6.1: a 401 names the scheme that is asked for.
  if (code === 'not_authenticated') return { 'www-authenticate': 'Bearer' };
  const mayComeAgain = status === 429 || status === 503 || code === 'request_in_progress';
  if (!mayComeAgain || retryAfterMs === undefined || !Number.isFinite(retryAfterMs)) return {};
  // RFC 9110, 10.2.3: whole seconds. Rounded down, they would send a caller back too early.
  return { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) };
}

/** The error itself if it is an expected failure, otherwise `internal_error` with the error as its cause. */
export function asDialproofError(thrown: unknown): DialproofError {
  return isDialproofError(thrown) ? thrown : new DialproofError('internal_error', { cause: thrown });
}
