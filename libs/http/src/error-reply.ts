import { DialproofError, type ErrorCode, isDialproofError } from '@dialproof/core';
import { type HttpReply, jsonReply } from './http-message.js';

/** The HTTP status of every error code. */
export const ERROR_STATUS = {
  not_authenticated: 401,
  account_suspended: 403,
  forbidden: 403,
  too_many_requests: 429,
  insufficient_credits: 402,
  invalid_phone: 422,
  invalid_country: 422,
  invalid_area_code: 422,
  header_row_not_found: 422,
  unsupported_encoding: 422,
  invalid_email: 422,
  email_taken: 409,
  registration_closed: 403,
  file_required: 422,
  unsupported_file_type: 415,
  malformed_file: 422,
  empty_file: 422,
  too_many_rows: 413,
  too_many_columns: 413,
  cell_too_large: 413,
  file_too_large: 413,
  column_not_found: 422,
  task_not_found: 404,
  task_not_done: 409,
  task_has_ended: 409,
  nothing_to_retry: 409,
  webhook_not_found: 404,
  too_many_webhooks: 409,
  invalid_webhook_url: 422,
  malformed_request: 400,
  request_too_large: 413,
  unsupported_media_type: 415,
  method_not_allowed: 405,
  not_found: 404,
  upload_interrupted: 400,
  checker_unavailable: 503,
  checker_unauthorized: 503,
  checker_suspended: 503,
  checker_out_of_funds: 503,
  storage_unavailable: 503,
  overloaded: 503,
  shutting_down: 503,
  internal_error: 500,
} as const satisfies Record<ErrorCode, number>;

/** The spec's own errors. Their body is `{"detail": code}` and nothing else, whatever hint the error carries. */
const WITHOUT_HINT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not_authenticated',
  'insufficient_credits',
  'email_taken',
  'task_not_done',
]);

/**
 * The reply for an expected failure: `{"detail": code}`, with the error's `hint` where callers may see it. A 5xx never shows one:
 * what is wrong inside is for the operator.
 */
export function errorReply(error: DialproofError): HttpReply {
  const { code, hint } = error;
  const status = ERROR_STATUS[code];
  const hidesHint = status >= 500 || WITHOUT_HINT.has(code);
  const reply = jsonReply(
    status,
    hint === undefined || hidesHint ? { detail: code } : { detail: code, hint },
  );
  return { ...reply, headers: { ...reply.headers, ...refusalHeaders(error) } };
}

/** The headers that this failure adds to a reply: `www-authenticate` with 401, `retry-after` with 429 and 503. */
export function refusalHeaders({ code, retryAfterMs }: DialproofError): HttpReply['headers'] {
  const status = ERROR_STATUS[code];
  // RFC 9110, 11.6.1: a 401 names the scheme that is asked for.
  if (code === 'not_authenticated') return { 'www-authenticate': 'Bearer' };
  const mayComeAgain = status === 429 || status === 503;
  if (!mayComeAgain || retryAfterMs === undefined || !Number.isFinite(retryAfterMs)) return {};
  // RFC 9110, 10.2.3: whole seconds. Rounded down, they would send a caller back too early.
  return { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) };
}

/** Anything thrown as an expected failure: what is not one already is `internal_error`, with what was thrown as its cause. */
export function asDialproofError(thrown: unknown): DialproofError {
  return isDialproofError(thrown) ? thrown : new DialproofError('internal_error', { cause: thrown });
}
