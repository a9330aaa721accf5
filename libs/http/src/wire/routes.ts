import type { ErrorCode } from '@dialproof/core/model';
import { z } from 'zod';
import { downloadQuery, fileSettings, listQuery } from './queries.js';
import type { RouteBody, RouteContent, RouteDescription } from './route.js';
import {
  accountShape,
  creditsShape,
  registerBody,
  submissionShape,
  taskPageShape,
  taskShape,
  verificationShape,
  verifyBody,
} from './shapes.js';

const OF_EVERYONE = ['forbidden', 'too_many_requests', 'storage_unavailable', 'internal_error'] as const;
const OF_ACCOUNTS = ['not_authenticated', 'account_suspended', ...OF_EVERYONE] as const;
const OF_JSON = ['malformed_request', 'request_too_large', 'unsupported_media_type'] as const;
const OF_TASKS = [...OF_ACCOUNTS, 'task_not_found'] as const;
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
  'column_not_found',
  'invalid_country',
  'invalid_area_code',
  'header_row_not_found',
  'unsupported_encoding',
  'overloaded',
  'shutting_down',
] as const satisfies readonly ErrorCode[];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Every operation of the contract: the one place that says where it is, what it takes and what it answers. */
export const ROUTES = {
  verify: {
    method: 'POST',
    path: '/v1/verify',
    access: 'account',
    summary: 'Verify one phone number',
    body: json(verifyBody),
    reply: {
      status: 200,
      description: 'The number, normalised, and its status',
      content: jsonOf(verificationShape),
    },
    errors: [
      ...OF_ACCOUNTS,
      ...OF_JSON,
      'invalid_phone',
      'insufficient_credits',
      'overloaded',
      'shutting_down',
    ],
  },
  submit: {
    method: 'POST',
    path: '/v1/verify/batch',
    access: 'account',
    summary: 'Submit a .csv or .xlsx file of phone numbers',
    body: { mediaType: 'multipart/form-data', shape: fileSettings },
    // For clients that cannot put them before the file; those of the form count more.
    query: fileSettings,
    reply: {
      status: 202,
      description: 'The task that the file has become',
      content: jsonOf(submissionShape),
    },
    errors: [...OF_ACCOUNTS, ...OF_FILES, 'insufficient_credits'],
  },
  list: {
    method: 'GET',
    path: '/v1/verify/tasks',
    access: 'account',
    summary: 'List the tasks of the account, newest first',
    query: listQuery,
    reply: { status: 200, description: 'A page of tasks', content: jsonOf(taskPageShape) },
    errors: [...OF_ACCOUNTS, 'malformed_request', 'not_supported'],
  },
  poll: {
    method: 'GET',
    path: '/v1/verify/tasks/{task_id}',
    access: 'account',
    summary: 'Look how far a task is',
    reply: { status: 200, description: 'The task', content: jsonOf(taskShape) },
    errors: OF_TASKS,
  },
  remove: {
    method: 'DELETE',
    path: '/v1/verify/tasks/{task_id}',
    access: 'account',
    summary: 'Delete an ended task with its file and its result',
    reply: {
      status: 204,
      description: 'Rows, results and the name of the file are gone; the entries of the credits stay',
      content: {},
    },
    errors: [...OF_TASKS, 'task_not_done', 'not_supported'],
  },
  cancel: {
    method: 'POST',
    path: '/v1/verify/tasks/{task_id}/cancel',
    access: 'account',
    summary: 'Stop a task and keep what was verified',
    reply: {
      status: 200,
      description:
        'The task: failed, with the reason cancelled, or about to be where calls are still under way',
      content: jsonOf(taskShape),
    },
    errors: [...OF_TASKS, 'task_has_ended'],
  },
  retry: {
    method: 'POST',
    path: '/v1/verify/tasks/{task_id}/retry',
    access: 'account',
    summary: 'Go on with the rows of an ended task whose check failed or was never made',
    reply: { status: 202, description: 'The task, queued again', content: jsonOf(taskShape) },
    errors: [...OF_TASKS, 'task_not_done', 'nothing_to_retry', 'insufficient_credits', 'overloaded'],
  },
  events: {
    method: 'GET',
    path: '/v1/verify/tasks/{task_id}/events',
    access: 'account',
    summary: 'Follow a task until it has ended',
    reply: {
      status: 200,
      description: 'Server-sent events, one for each change, each with the task as its data',
      content: { 'text/event-stream': 'text' },
    },
    errors: [...OF_TASKS, 'shutting_down'],
  },
  download: {
    method: 'GET',
    path: '/v1/verify/tasks/{task_id}/download',
    access: 'account',
    summary: 'Download the result of a task',
    query: downloadQuery,
    headers: {
      'Accept-Encoding': 'With gzip, CSV comes compressed',
      'If-None-Match': 'Tags of results that the client has: of one of them, 304 is all that comes',
      'Want-Repr-Digest': 'With sha-256=1, the reply says its digest',
    },
    reply: {
      status: 200,
      description: 'The columns of the file, then verification_status or the columns that were asked for',
      content: { 'text/csv': 'bytes', [XLSX]: 'bytes' },
      headers: {
        ETag: 'The tag of this result, the same for the same bytes',
        'Content-Disposition': 'The name of the upload, with -verified behind it',
        'Dialproof-Rows': 'How many rows it has, without the header',
        'Repr-Digest': 'The SHA-256 of the bytes as they are sent, where that was asked for',
        'Accept-Ranges': 'none: it comes whole',
      },
    },
    errors: [
      ...OF_TASKS,
      'malformed_request',
      'task_not_done',
      'too_many_rows',
      'too_many_columns',
      'cell_too_large',
    ],
  },
  credits: {
    method: 'GET',
    path: '/v1/credits',
    access: 'account',
    summary: 'Look how many credits are left',
    reply: { status: 200, description: 'The credits of the account', content: jsonOf(creditsShape) },
    errors: OF_ACCOUNTS,
  },
  register: {
    method: 'POST',
    path: '/v1/accounts',
    access: 'open',
    summary: 'Open an account',
    body: json(registerBody),
    reply: {
      status: 201,
      description: 'The account, with its first token, which is shown this once',
      content: jsonOf(accountShape),
    },
    errors: [...OF_EVERYONE, ...OF_JSON, 'invalid_email', 'email_taken', 'registration_closed'],
  },
  describe: {
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'open',
    summary: 'Read this description',
    reply: {
      status: 200,
      description: 'The operations of this server, as OpenAPI 3.1',
      content: jsonOf(z.looseObject({ openapi: z.string() })),
    },
    errors: ['internal_error'],
  },
} as const satisfies Record<string, RouteDescription>;

export type OperationName = keyof typeof ROUTES;

/** The names of the operations, in the order of the table. */
// Object.keys forgets the type of the keys.
export const OPERATION_NAMES = Object.keys(ROUTES) as readonly OperationName[];

/** Every code that an operation may be refused with. */
export function errorCodes(name: OperationName): readonly ErrorCode[] {
  const { errors }: RouteDescription = ROUTES[name];
  return [
    ...new Set([...errors, ...(takesIdempotencyKey(name) ? OF_KEYS : []), 'method_not_allowed' as const]),
  ];
}

/** Whether an operation may be asked for with an `Idempotency-Key`: every POST of an account. */
export function takesIdempotencyKey(name: OperationName): boolean {
  const { method, access }: RouteDescription = ROUTES[name];
  return method === 'POST' && access === 'account';
}

const OF_KEYS = [
  'malformed_request',
  'request_in_progress',
  'idempotency_key_reused',
  'not_supported',
] as const satisfies readonly ErrorCode[];

/** The segment of a path that names an item, such as `{task_id}`; undefined where there is none. */
export function itemSegment(path: string): string | undefined {
  return /\{\w+\}/.exec(path)?.[0];
}

function json<Shape extends z.ZodObject>(shape: Shape) {
  return { mediaType: 'application/json', shape } as const satisfies RouteBody;
}

function jsonOf<Shape extends RouteContent>(shape: Shape) {
  return { 'application/json': shape } as const;
}
