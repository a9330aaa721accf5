import { type TaskRow, taskId } from '@dialproof/core';
import { z } from 'zod';
import {
  component,
  count,
  isoTimeOrNull,
  nextCursor,
  pageParameters,
  reassignedShape,
  statusShape,
  timestamp,
} from '../../wire/common-shapes.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';

const rowQuery = component(
  'RowQuery',
  z.object({
    status: z
      .array(statusShape)
      .min(1)
      .describe('Only rows with one of these statuses; all rows without it, also those without a status')
      .optional(),
    ...pageParameters,
  }),
);

const rowShape = component(
  'TaskRow',
  z
    .strictObject({
      row: count.describe('Its position among the rows of data, from 1.'),
      cell: z
        .string()
        .describe('Its cell in the column of phones, as in the file; a long one is cut and ends with `…`.'),
      phone: z
        .string()
        .nullable()
        .describe('The number that is checked for it, in E.164; null if it carries none.'),
      status: statusShape
        .nullable()
        .describe('Null as long as its number has no status; `unknown` if it carries none.'),
      source: z.string().nullable().describe('The source of the answer, if the checker gives it.'),
      reason: z.string().nullable().describe('The reason of the status, if the checker gives it.'),
      checked_at: timestamp.nullable().describe('When the answer was known; null if there is none.'),
      reassigned: reassignedShape
        .nullable()
        .describe(
          'Whether its number was given to somebody else since the date of consent; null if no column of dates was read, or there is no answer.',
        ),
    })
    .describe('A row of a file.'),
);

const rowPageShape = component(
  'TaskRowPage',
  z
    .strictObject({ rows: z.array(rowShape), next_cursor: nextCursor })
    .describe(
      'A page of rows, in the order of the file. With a `status`, it may have fewer rows than its limit, or none, though more follow.',
    ),
);

/** The rows of a task with their statuses, page by page, also while it is processed. */
export const rows = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks/{task_id}/rows',
  tag: 'tasks',
  scope: 'read',
  summary: 'List the rows of a task with their numbers and statuses',
  query: rowQuery,
  reply: json(200, {
    description:
      'A page of rows, in the order of the file; a row whose number is not checked yet has the status null',
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
  async run(service, { accountId, id, query: { status, cursor, limit } }) {
    const page = await service.rows({
      accountId,
      taskId: taskId(id),
      limit,
      ...(status === undefined ? {} : { statuses: status }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    return { rows: page.rows.map(wireRow), next_cursor: page.nextCursor };
  },
});

// Spelled out, so that no other member of a row is sent.
function wireRow({ row, cell, phone, status, source, reason, checkedAt, reassigned }: TaskRow) {
  return { row, cell, phone, status, source, reason, checked_at: isoTimeOrNull(checkedAt), reassigned };
}
