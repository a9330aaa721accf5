/** The codes that a server answers with. A newer server may know others. */
export const ERROR_CODES = [
  'not_authenticated',
  'account_suspended',
  'forbidden',
  'cross_site_request',
  'too_many_requests',
  'insufficient_credits',
  'max_credits_exceeded',
  'stored_bytes_exceeded',
  'invalid_phone',
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
  'column_not_found',
  'header_row_not_found',
  'sheet_not_found',
  'unsupported_encoding',
  'task_not_found',
  'task_not_done',
  'task_has_ended',
  'nothing_to_retry',
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

/**
 * The codes that the client itself fails with:
 * - `connection_failed`: no reply came: the address is wrong, the network is away, or the connection broke;
 * - `timed_out`: the reply, or the next part of it, did not come in time;
 * - `unexpected_reply`: the reply is none of this API: a page of a proxy, for instance, or another server;
 * - `download_damaged`: the result that arrived has another digest or another number of rows than the server announced;
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
