/**
 * Every code with which an operation can be refused. A code is stable, and callers test for it. The hint beside it is a
 * sentence for people and may change.
 */
export const ERROR_CODES = [
  'not_authenticated',
  'account_suspended',
  'forbidden',
  'cross_site_request',
  'too_many_requests',
  'insufficient_credits',
  'max_credits_exceeded',
  'daily_limit_reached',
  'stored_bytes_exceeded',
  'invalid_phone',
  'invalid_fresh_within',
  'invalid_country',
  'invalid_area_code',
  'invalid_email',
  'email_taken',
  'registration_closed',
  'file_required',
  'unsupported_file_type',
  'malformed_file',
  'empty_file',
  'too_many_rows',
  'too_many_columns',
  'cell_too_large',
  'file_too_large',
  'upload_not_found',
  'column_not_found',
  'header_row_not_found',
  'sheet_not_found',
  'unsupported_encoding',
  'task_not_found',
  'task_not_done',
  'task_has_ended',
  'nothing_to_retry',
  'same_task',
  'list_not_found',
  'too_many_lists',
  'too_many_suppressions',
  'webhook_not_found',
  'too_many_webhooks',
  'invalid_webhook_url',
  'token_not_found',
  'too_many_tokens',
  'malformed_request',
  'request_in_progress',
  'idempotency_key_reused',
  'request_too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'not_found',
  'upload_interrupted',
  'not_supported',
  'checker_unavailable',
  'checker_unauthorized',
  'checker_suspended',
  'checker_out_of_funds',
  'sandbox_outage',
  'storage_unavailable',
  'overloaded',
  'shutting_down',
  'internal_error',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface DialproofErrorOptions {
  /** One sentence with the finding, the expectation and the remedy. It is shown to the caller. */
  readonly hint?: string;
  /** The row of a file, from 1, that is at fault. It is shown to the caller. */
  readonly row?: number;
  /** Milliseconds before which another try is useless, if known. It is shown to the caller. */
  readonly retryAfterMs?: number;
  /** The cause of this error. It goes to logs and is never shown to the caller. */
  readonly cause?: unknown;
}

/** An expected failure. Anything else that is thrown is a defect or an outage and reaches callers as `internal_error`. */
export class DialproofError extends Error {
  override readonly name = 'DialproofError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly row: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, options: DialproofErrorOptions = {}) {
    super(
      options.hint === undefined ? code : `${code}: ${options.hint}`,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.code = code;
    this.hint = options.hint;
    this.row = options.row;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * Whether `error` is a {@link DialproofError}, of that code if one is named. It tests the name and the code, not the prototype, and so also
 * recognises errors of a second copy of this package.
 */
export function isDialproofError(error: unknown, code?: ErrorCode): error is DialproofError {
  if (!(error instanceof Error) || error.name !== 'DialproofError' || !('code' in error)) return false;
  return code === undefined ? (ERROR_CODES as readonly unknown[]).includes(error.code) : error.code === code;
}

/** The refusal of an operation that needs an option of the service which was not given. */
export function notSupported(option: string): DialproofError {
  return new DialproofError('not_supported', { hint: `the service was made without the option ${option}` });
}

/** Matches possible phone numbers: at least as many digits as the shortest have, with any signs between them. */
const NUMBER = /[+＋]?\p{Nd}(?:[^\p{Nd}\p{L}]*\p{Nd}){6,}/gu;

/**
 * A caller's text for a hint, without possible phone numbers: hints reach the logs of the operator and of the caller. Dates and other long
 * runs of digits are removed too.
 */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '…');
}

/** A count with its noun: `1 task`, `2 tasks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The text, cut to this many characters. A cut text ends with `…`. */
export function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  // Removes half of a surrogate pair, which is not a character.
  return `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
