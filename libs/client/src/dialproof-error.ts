import type { ErrorCode } from './api/api.js';

export interface DialproofErrorDetails {
  /** The status of the reply. */
  readonly status?: number | undefined;
  readonly hint?: string | undefined;
  readonly row?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** A request that was refused or that failed. Branch on `code`: messages and hints are for people and may change. */
export class DialproofError extends Error {
  override readonly name = 'DialproofError';
  /** A code of the API, one of the client's own, or one of a newer server, which this version does not know. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** The status of the reply; undefined if there was none. */
  readonly status: number | undefined;
  /** One sentence of the server with the finding and the remedy. It contains no phone number. */
  readonly hint: string | undefined;
  /** The row of the file, from 1, that is at fault. */
  readonly row: number | undefined;
  /** The `x-request-id` of the reply, by which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  /** Milliseconds before which another try is useless, if the server names them. */
  readonly retryAfterMs: number | undefined;
  /**
   * The key of a POST if it is unknown whether the POST was done. Repeat the call with this `idempotencyKey` within a day to find out: it
   * is done and charged once.
   */
  readonly idempotencyKey: string | undefined;

  constructor(code: DialproofError['code'], details: DialproofErrorDetails = {}) {
    super(
      details.hint === undefined ? code : `${code}: ${details.hint}`,
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.code = code;
    this.status = details.status;
    this.hint = details.hint;
    this.row = details.row;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.idempotencyKey = details.idempotencyKey;
  }
}

/**
 * Whether `error` is a {@link DialproofError}, of that code if one is named. It looks at the name and the code and not at the
 * prototype, so that it also recognises an error of a second copy of this package.
 */
export function isDialproofError(
  error: unknown,
  code?: ErrorCode | ClientErrorCode | (string & {}),
): error is DialproofError {
  if (!(error instanceof Error) || error.name !== 'DialproofError' || !('code' in error)) return false;
  return code === undefined || error.code === code;
}

/**
 * The codes that the client itself fails with:
 * - `connection_failed`: no reply came: the address is wrong, the network is away, or the connection broke;
 * - `timed_out`: the reply, or the next part of it, did not come in time;
 * - `unexpected_reply`: the reply is none of this API: a page of a proxy, for instance, or another server;
 * - `download_damaged`: the result that arrived has fewer rows than the server announced;
 * - `webhook_not_verified`: a message that claims to be a webhook's was not signed with its secret, or was signed long ago.
 */
export const CLIENT_ERROR_CODES = [
  'connection_failed',
  'timed_out',
  'unexpected_reply',
  'download_damaged',
  'webhook_not_verified',
] as const;

export type ClientErrorCode = (typeof CLIENT_ERROR_CODES)[number];
