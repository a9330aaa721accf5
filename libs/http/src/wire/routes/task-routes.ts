import { downloadQuery, listQuery } from '../queries.js';
import type { RouteDescription } from '../route.js';
import { taskPageShape, taskShape } from '../shapes.js';
import { jsonOf } from './json-content.js';
import { OF_ACCOUNTS, OF_TASKS } from './route-errors.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const VALIDATORS = {
  ETag: 'The tag of this result, the same for the same bytes',
  Vary: 'accept-encoding',
  'Cache-Control':
    'private, no-cache: it may be kept by the client, which asks each time whether it is current',
} as const;

/** The tasks that files have become. */
export const TASK_ROUTES = {
  list: {
    method: 'GET',
    path: '/v1/verify/tasks',
    access: 'account',
    scope: 'read',
    summary: 'List the tasks of the account, newest first',
    query: listQuery,
    reply: { status: 200, description: 'A page of tasks', content: jsonOf(taskPageShape) },
    errors: [...OF_ACCOUNTS, 'malformed_request', 'not_supported'],
  },
  poll: {
    method: 'GET',
    path: '/v1/verify/tasks/{task_id}',
    access: 'account',
    scope: 'read',
    summary: 'Get the state of a task',
    reply: { status: 200, description: 'The task', content: jsonOf(taskShape) },
    errors: OF_TASKS,
  },
  remove: {
    method: 'DELETE',
    path: '/v1/verify/tasks/{task_id}',
    access: 'account',
    scope: 'batch',
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
    scope: 'batch',
    summary: 'Stop a task and keep its verified rows',
    reply: {
      status: 200,
      description: 'The task: failed with the reason cancelled, at once or when its last calls have ended',
      content: jsonOf(taskShape),
    },
    errors: [...OF_TASKS, 'task_has_ended'],
  },
  retry: {
    method: 'POST',
    path: '/v1/verify/tasks/{task_id}/retry',
    access: 'account',
    scope: 'batch',
    summary: 'Check the rows of an ended task whose check failed or was never made',
    reply: { status: 202, description: 'The task, queued again', content: jsonOf(taskShape) },
    errors: [...OF_TASKS, 'task_not_done', 'nothing_to_retry', 'insufficient_credits', 'overloaded'],
  },
  events: {
    method: 'GET',
    path: '/v1/verify/tasks/{task_id}/events',
    access: 'account',
    scope: 'read',
    summary: 'Follow a task until it has ended',
    headers: { 'Last-Event-ID': 'The id of the last event that the client has, which is not sent again' },
    reply: {
      status: 200,
      description: 'Server-sent events in UTF-8, one for each change, each with the task as its data',
      content: { 'text/event-stream': 'text' },
      headers: {
        'Cache-Control': 'no-store, no-transform: it must not be kept, compressed or gathered on its way',
        'X-Accel-Buffering': 'no, which says the same to nginx',
      },
    },
    emptyReplies: [
      { status: 204, description: 'The client has the last event; there are no more', content: {} },
    ],
    errors: [...OF_TASKS, 'overloaded', 'shutting_down'],
  },
  download: {
    method: 'GET',
    path: '/v1/verify/tasks/{task_id}/download',
    access: 'account',
    scope: 'read',
    summary: 'Download the result of a task',
    query: downloadQuery,
    headers: {
      'Accept-Encoding': 'With gzip, CSV comes compressed',
      'If-None-Match': 'Tags of results that the client has: 304 without a body if one of them is current',
      'Want-Repr-Digest': 'With sha-256=1, the reply says its digest',
    },
    reply: {
      status: 200,
      description: 'The columns of the file, then verification_status or the requested columns',
      content: { 'text/csv': 'bytes', [XLSX]: 'bytes' },
      headers: {
        ...VALIDATORS,
        'Content-Disposition': 'The name of the upload, with -verified behind it',
        'Dialproof-Rows': 'How many rows it has, without the header',
        'Accept-Ranges': 'none: it comes whole',
        'X-Content-Type-Options': 'nosniff: a browser must not take it for a page',
      },
      optionalHeaders: {
        'Content-Encoding': 'gzip, where it is CSV and the request accepts that',
        'Repr-Digest': 'The SHA-256 of the bytes as they are sent, where that was asked for',
      },
    },
    emptyReplies: [
      {
        status: 304,
        description: 'The client has this result: its tag was in If-None-Match',
        content: {},
        headers: VALIDATORS,
      },
    ],
    errors: [
      ...OF_TASKS,
      'malformed_request',
      'task_not_done',
      'too_many_rows',
      'too_many_columns',
      'cell_too_large',
      'overloaded',
    ],
  },
} as const satisfies Record<string, RouteDescription>;
