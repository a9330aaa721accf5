import { taskId } from '@dialproof/core';
import { z } from 'zod';
import {
  component,
  count,
  nextCursor,
  pageParameters,
  reassignedShape,
  statusShape,
  text,
  textOrNull,
  timestampOrNull,
} from '../../wire/common-shapes.js';
import { given } from '../../wire/wire-values.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';

const rowQuery = component('RowQuery').open({
  status: z
    .array(statusShape)
    .min(1)
    .describe('Only rows with one of these statuses. Without this, all rows, also those without a status')
    .optional(),
  ...pageParameters,
});

const rowShape = component('TaskRow', 'A row of a file.').strict({
  row: count.describe('The position of the row among the rows of data, from 1.'),
  cell: text.describe(
    'Its cell in the column of phones, as in the file. A long one is cut and ends with `…`.',
  ),
  phone: textOrNull.describe('The number that is checked for the row, in E.164; null if there is none.'),
  status: statusShape
    .nullable()
    .describe('Null while the number has no status. `unknown` if the row has no number.'),
  source: textOrNull.describe('The source of the answer, if the checker gives it.'),
  reason: textOrNull.describe('The reason of the status, if the checker gives it.'),
  checked_at: timestampOrNull.describe('The time of the answer; null if there is none.'),
  reassigned: reassignedShape
    .nullable()
    .describe(
      'Whether the number was given to somebody else since the date of consent. Null if no column of dates was read, or there is no answer.',
    ),
});

const rowPageShape = component(
  'TaskRowPage',
  'A page of rows, in the order of the file. With `status`, it may have fewer rows than its limit, or none, although more follow.',
).strict({ rows: z.array(rowShape), next_cursor: nextCursor });

/** The rows of a task with their statuses, page by page, also while it is processed. */
export const rows = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks/{task_id}/rows',
  tag: 'tasks',
  scope: 'read',
  summary: 'List the rows of a task with their numbers and statuses',
  query: rowQuery,
  reply: json(200, {
    description: 'A page of rows, in the order of the file. The status is null while a number is not checked',
    shape: rowPageShape,
    example: {
      rows: [
        {
          row: 1,
          cell: '+41 79 123 45 67',
          phone: '+41791234567',
          status: 'wa_registered',
          source: null,
          reason: null,
          checked_at: '2026-01-02T03:04:06.000Z',
          reassigned: null,
        },
        {
          row: 2,
          cell: 'none',
          phone: null,
          status: 'unknown',
          source: null,
          reason: null,
          checked_at: null,
          reassigned: null,
        },
      ],
      next_cursor: '0.2.0',
    },
  }),
  errors: ['not_supported'],
  run: (service, { accountId, id, query: { status: statuses, limit, cursor } }) =>
    service.rows({ accountId, taskId: taskId(id), limit, ...given({ statuses, cursor }) }),
});
