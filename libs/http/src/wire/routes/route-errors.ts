import type { ErrorCode } from '@dialproof/core/model';

// The codes that operations of one kind have in common.

export const OF_EVERYONE = [
  'forbidden',
  'too_many_requests',
  'storage_unavailable',
  'internal_error',
] as const;
export const OF_ACCOUNTS = [
  'not_authenticated',
  'cross_site_request',
  'account_suspended',
  ...OF_EVERYONE,
] as const;
export const OF_JSON = ['malformed_request', 'request_too_large', 'unsupported_media_type'] as const;
export const OF_TASKS = [...OF_ACCOUNTS, 'task_not_found'] as const;
export const OF_WEBHOOKS = [...OF_ACCOUNTS, 'webhook_not_found', 'not_supported'] as const;
export const OF_FILES = [
  'malformed_request',
  'upload_interrupted',
  'file_required',
  'unsupported_media_type',
  'unsupported_file_type',
  'malformed_file',
  'empty_file',
  'too_many_rows',
  'too_many_columns',
  'cell_too_large',
  'file_too_large',
  'column_not_found',
  'invalid_country',
  'invalid_area_code',
  'header_row_not_found',
  'sheet_not_found',
  'unsupported_encoding',
  'overloaded',
  'shutting_down',
] as const satisfies readonly ErrorCode[];

/** The errors of a request with an `Idempotency-Key`. */
export const OF_KEYS = [
  'malformed_request',
  'request_in_progress',
  'idempotency_key_reused',
  'not_supported',
] as const satisfies readonly ErrorCode[];
