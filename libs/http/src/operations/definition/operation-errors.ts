import type { ErrorCode } from '@dialproof/core';
import { z } from 'zod';
import type { FileForm, OperationBody } from './content.js';

const OF_EVERYONE = ['forbidden', 'too_many_requests', 'storage_unavailable', 'internal_error'] as const;
const OF_ACCOUNTS = ['not_authenticated', 'cross_site_request', 'account_suspended', ...OF_EVERYONE] as const;
const OF_JSON = ['malformed_request', 'request_too_large', 'unsupported_media_type'] as const;
const OF_FILES = [
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
  'upload_not_found',
  'column_not_found',
  'invalid_country',
  'invalid_area_code',
  'invalid_fresh_within',
  'header_row_not_found',
  'sheet_not_found',
  'unsupported_encoding',
  'overloaded',
  'shutting_down',
] as const satisfies readonly ErrorCode[];
const OF_KEYS = [
  'malformed_request',
  'request_in_progress',
  'idempotency_key_reused',
  'not_supported',
] as const satisfies readonly ErrorCode[];

/** The codes of an item that is not found, by the segment of the path that names it. */
const NOT_FOUND: Readonly<Record<string, ErrorCode>> = {
  '{task_id}': 'task_not_found',
  '{list_id}': 'list_not_found',
  '{webhook_id}': 'webhook_not_found',
  '{token_id}': 'token_not_found',
};

/** The parts of a definition from which codes follow, and its own codes. */
interface Refusable {
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: OperationBody | undefined;
  readonly form?: FileForm | undefined;
  readonly errors: readonly ErrorCode[];
}

/** Every code that an operation may be refused with: those of its definition, and those that follow from it. */
export function errorsOf(
  { path, query, body, form, errors }: Refusable,
  {
    access,
    takesKey,
    needsPart,
  }: { readonly access: 'open' | 'account'; readonly takesKey: boolean; readonly needsPart: boolean },
): readonly ErrorCode[] {
  const item = itemSegment(path);
  const notFound = item === undefined ? undefined : NOT_FOUND[item];
  return [
    ...new Set<ErrorCode>([
      ...(access === 'account' ? OF_ACCOUNTS : OF_EVERYONE),
      ...(notFound === undefined ? [] : [notFound]),
      ...(query === undefined ? [] : (['malformed_request'] as const)),
      ...(body?.mediaType === 'application/json' ? OF_JSON : []),
      ...(body?.mediaType === 'multipart/form-data' || form !== undefined ? OF_FILES : []),
      ...errors,
      ...(needsPart ? (['not_supported'] as const) : []),
      ...(takesKey ? OF_KEYS : []),
      'method_not_allowed',
    ]),
  ];
}

/** The names of the parameters without which a query is refused. */
export function requiredParameters({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape).filter((name) => !z.safeParse(shape[name] ?? z.any(), undefined).success);
}

/** The segment of a path that names an item, such as `{task_id}`; undefined if there is none. */
export function itemSegment(path: string): string | undefined {
  return /\{\w+\}/.exec(path)?.[0];
}
