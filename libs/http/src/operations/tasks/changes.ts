import {
  type ChangeCounts,
  type CompareRequest,
  type NumberChange,
  neutralizedCell,
  type TaskChanges,
  taskId,
  type VerificationService,
} from '@dialproof/core';
import { CHANGE_KINDS } from '@dialproof/core/model';
import { z } from 'zod';
import { resultFileName } from '../../downloads/content-disposition.js';
import { CSV_HEADERS, csvReply } from '../../downloads/csv-file.js';
import { type HttpReply, jsonReply } from '../../message/http-message.js';
import {
  component,
  count,
  csvOrPage,
  isoTimeOrNull,
  nextCursor,
  statusShape,
  timestamp,
} from '../../wire/common-shapes.js';
import { jsonOrCsv } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { inSlot } from '../definition/in-slot.js';
import type { OperationCall } from '../definition/operation-call.js';

const changeKind = component(
  'ChangeKind',
  z
    .enum(CHANGE_KINDS)
    .describe(
      [
        'What became of a number:',
        '- `came`: only the task has it, and the task before has not;',
        '- `changed`: both were answered, with different statuses;',
        '- `went`: only the task before has it.',
      ].join('\n'),
    ),
);

/** A parameter of changes. */
export const changeKinds = z
  .array(changeKind)
  .min(1)
  .describe('Only changes of these kinds; all without it')
  .optional();

/** A parameter of changes. */
export const keyColumn = z
  .string()
  .describe(
    'Header or position, from 0, of the column that says which row a number belongs to: each change has a `key`. A position is one of the task; in the task before, it is the column with the same header',
  );

/** A parameter of changes. */
export const neutralizeFormulas = z
  .boolean()
  .describe(
    'Whether, in a .csv, a `key` like a formula gets an apostrophe before it; as the server is set without it',
  )
  .optional();

const changesQuery = component(
  'ChangesQuery',
  z.object({
    against: z.string().describe('The task_id of the task before, of the same account'),
    change: changeKinds,
    key_column: keyColumn.optional(),
    neutralize_formulas: neutralizeFormulas,
    ...csvOrPage,
  }),
);

const changeShape = component(
  'NumberChange',
  z
    .strictObject({
      phone: z.string().describe('The number, in E.164.'),
      change: changeKind,
      from: statusShape
        .nullable()
        .describe('Its status in the task before; null if it was not there, or its check failed.'),
      to: statusShape
        .nullable()
        .describe('Its status in the task; null if it is not there, or its check failed.'),
      from_checked_at: timestamp.nullable().describe('When `from` was known; null if there is none.'),
      to_checked_at: timestamp.nullable().describe('When `to` was known; null if there is none.'),
      key: z
        .string()
        .nullable()
        .describe(
          'Only with `key_column`: the text of its cell in the first row of the number, in the task, and of `went` in the task before. Beyond 200 characters it is cut. Null if the cell is empty, or that file has no such column.',
        )
        .optional(),
    })
    .describe('What became of a number.'),
);

const countsShape = component(
  'ChangeCounts',
  z
    .strictObject({
      came: count,
      changed: count,
      went: count,
      unchanged: count.describe('Numbers of both with the same status.'),
      not_compared: count.describe(
        'Numbers of both whose check failed in one of them, or which were suppressed in one of them.',
      ),
      rows_without_number: count.describe('Rows of the task without a number.'),
      rows_without_number_before: count.describe('Rows of the task before without a number.'),
    })
    .describe(
      'Numbers, each counted once, and rows without one. They are of both tasks, whatever part of the changes was asked for.',
    ),
);

export const changesPageShape = component(
  'ChangesPage',
  z
    .strictObject({ counts: countsShape, changes: z.array(changeShape), next_cursor: nextCursor })
    .describe(
      'A page of changes: first numbers that came or changed, in the order of the file, then those that went, in the order of the earlier file.',
    ),
);

type WireChangesPage = z.infer<typeof changesPageShape>;

export const CHANGES_PAGE: WireChangesPage = {
  counts: {
    ...{ came: 0, changed: 1, went: 0, unchanged: 97, not_compared: 1 },
    ...{ rows_without_number: 2, rows_without_number_before: 2 },
  },
  changes: [
    {
      phone: '+41791234567',
      change: 'changed',
      from: 'wa_registered',
      to: 'dead',
      from_checked_at: '2026-01-02T03:04:06.000Z',
      to_checked_at: '2026-02-02T03:04:06.000Z',
    },
  ],
  next_cursor: null,
};

/** What changed from another task of the account to this one. */
export const changes = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks/{task_id}/changes',
  tag: 'tasks',
  scope: 'read',
  summary: 'List what changed since another task',
  query: changesQuery,
  reply: jsonOrCsv(200, {
    description: 'A page of changes with the counts of all, or all changes as a .csv',
    optionalHeaders: { ...CSV_HEADERS, 'Dialproof-Rows': 'How many rows a .csv has, without its header' },
    shape: changesPageShape,
    example: CHANGES_PAGE,
  }),
  errors: ['not_supported', 'task_not_done', 'same_task', 'column_not_found', 'overloaded'],
  // A page reads both tasks as the .csv does.
  run: (service, call) => inSlot(call, 'downloads', () => changesReply(service, call)),
});

async function changesReply(
  service: VerificationService,
  call: OperationCall<z.output<typeof changesQuery>, undefined>,
): Promise<HttpReply> {
  const { accountId, id, query } = call;
  const against = taskId(query.against);
  const found = await service.changes({ accountId, taskId: taskId(id), against, ...partOfChanges(call) });
  return foundChanges(call, found);
}

type ChangesCall = OperationCall<Omit<z.output<typeof changesQuery>, 'against'>, undefined>;

/** The part of the changes that a request asks for. */
export function partOfChanges({
  query: { change, cursor, format, key_column, limit = format === 'json' ? 20 : undefined },
  request: { signal },
}: ChangesCall): CompareRequest {
  return {
    signal,
    ...(change === undefined ? {} : { kinds: change }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(key_column === undefined ? {} : { keyColumn: key_column }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** The reply with these changes. */
export function foundChanges(call: ChangesCall, found: TaskChanges): HttpReply {
  const { format, neutralize_formulas = found.neutralizeFormulas } = call.query;
  if (format === 'json') return jsonReply(200, wirePage(found));
  return csvReply(call, {
    fileName: resultFileName(found.task.file.name, 'csv', 'changes'),
    header: found.hasKeys ? ['key', ...CSV_COLUMNS] : CSV_COLUMNS,
    records: recordsOf(found, neutralize_formulas ? neutralizedCell : (key) => key),
    rows: found.length,
  });
}

const CSV_COLUMNS = ['phone', 'change', 'from', 'to', 'from_checked_at', 'to_checked_at'] as const;

function* recordsOf({ changes: found, hasKeys }: TaskChanges, keyCell: (key: string) => string) {
  for (const each of found) {
    const { key = null, ...change } = wireChange(each);
    const cells = CSV_COLUMNS.map((column) => change[column]);
    yield hasKeys ? [key && keyCell(key), ...cells] : cells;
  }
}

function wirePage({ counts, changes: found, nextCursor: next_cursor }: TaskChanges): WireChangesPage {
  return { counts: wireCounts(counts), changes: Array.from(found, wireChange), next_cursor };
}

// Spelled out, so that no other member of a count or a change is sent.
function wireCounts(counts: ChangeCounts) {
  const { came, changed, went, unchanged, notCompared, rowsWithoutNumber, rowsWithoutNumberBefore } = counts;
  return {
    ...{ came, changed, went, unchanged },
    not_compared: notCompared,
    rows_without_number: rowsWithoutNumber,
    rows_without_number_before: rowsWithoutNumberBefore,
  };
}

function wireChange({ phone, change, from, to, fromCheckedAt, toCheckedAt, key }: NumberChange) {
  return {
    ...{ phone, change, from, to },
    from_checked_at: isoTimeOrNull(fromCheckedAt),
    to_checked_at: isoTimeOrNull(toCheckedAt),
    ...(key === undefined ? {} : { key }),
  };
}
