import {
  type CompareRequest,
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
  nextCursor,
  optionalFlag,
  statusShape,
  text,
  textOrNull,
  timestampOrNull,
} from '../../wire/common-shapes.js';
import { given, toWire } from '../../wire/wire-values.js';
import { jsonOrCsv } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { inSlot } from '../definition/in-slot.js';
import type { OperationCall } from '../definition/operation-call.js';

const changeKind = component(
  'ChangeKind',
  [
    'What became of a number:',
    '- `came`: the task has it, and the earlier task does not;',
    '- `changed`: both tasks have an answer, with different statuses;',
    '- `replaced`, only with `key_column`: in the earlier task, another number had its key;',
    '- `went`: only the earlier task has it, and no number replaced it.',
  ].join('\n'),
).words(CHANGE_KINDS);

/** A parameter of changes. */
export const changeKinds = z
  .array(changeKind)
  .min(1)
  .describe('Only changes of these kinds. Without this, all changes')
  .optional();

/** A parameter of changes. */
export const keyColumn = text.describe(
  'The column that names the row of a number, by its header or its position from 0. Each change then has the cell of that column as its `key`, and a number whose key another number had before is `replaced`. A position counts in the file of the task. In the earlier file, the column with the same header is used',
);

/** A parameter of changes. */
export const neutralizeFormulas = optionalFlag.describe(
  'Whether a `key` that looks like a formula gets an apostrophe in a .csv. Without this, the setting of the server applies',
);

const changesQuery = component('ChangesQuery').open({
  against: text.describe('The task_id of an earlier task of the account'),
  change: changeKinds,
  key_column: keyColumn.optional(),
  neutralize_formulas: neutralizeFormulas,
  ...csvOrPage,
});

const changeShape = component('NumberChange', 'What became of a number.').strict({
  phone: text.describe('The number, in E.164.'),
  change: changeKind,
  from: statusShape
    .nullable()
    .describe(
      'Its status in the earlier task; for `replaced`, that of `previous_phone`. Null if the number is not there, or its check failed.',
    ),
  to: statusShape
    .nullable()
    .describe('Its status in the task. Null if it is not there, or its check failed.'),
  from_checked_at: timestampOrNull.describe('The time of the answer `from`; null if there is none.'),
  to_checked_at: timestampOrNull.describe('The time of the answer `to`; null if there is none.'),
  key: textOrNull
    .describe(
      'Only with `key_column`: the cell of that column in the first row with the number; for `replaced`, in the first row whose key says so. It comes from the file of the task; for `went`, from the earlier file. It is cut after 200 characters. Null if the cell is empty, or that file has no such column.',
    )
    .optional(),
  previous_phone: textOrNull
    .describe(
      'Only with `key_column`: the number that it replaced. The task may have that number too, with another key. Null unless `change` is `replaced`.',
    )
    .optional(),
});

const countsShape = component(
  'ChangeCounts',
  'Counts of distinct numbers, and of rows without a number. `came`, `changed`, `replaced`, `unchanged` and `not_compared` add up to the numbers of the task. They are those of all changes, also where a request asks for a part of the changes.',
).strict({
  came: count,
  changed: count,
  replaced: count.describe('0 without `key_column`.'),
  went: count,
  unchanged: count.describe('Numbers with the same status in both tasks.'),
  not_compared: count.describe(
    'Numbers in both tasks that were suppressed in one of them, or whose check failed in one of them.',
  ),
  rows_without_number: count.describe('Rows of the task without a number.'),
  rows_without_number_before: count.describe('Rows of the earlier task without a number.'),
});

export const changesPageShape = component(
  'ChangesPage',
  'A page of changes. Numbers that came, changed or replaced another are first, in the order of the file. Numbers that went follow, in the order of the earlier file.',
).strict({ counts: countsShape, changes: z.array(changeShape), next_cursor: nextCursor });

type WireChangesPage = z.infer<typeof changesPageShape>;

const wireChange = toWire(changeShape);
const wirePage = toWire(changesPageShape);

export const CHANGES_PAGE: WireChangesPage = {
  counts: {
    ...{ came: 0, changed: 1, replaced: 0, went: 0, unchanged: 97, not_compared: 1 },
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
    optionalHeaders: { ...CSV_HEADERS, 'Dialproof-Rows': 'The number of rows of a .csv, without its header' },
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
  return { signal, ...given({ kinds: change, cursor, key_column, limit }) };
}

/** The reply with these changes. */
export function foundChanges(call: ChangesCall, found: TaskChanges): HttpReply {
  const { format, neutralize_formulas = found.neutralizeFormulas } = call.query;
  if (format === 'json') return jsonReply(200, wirePage(found));
  return csvReply(call, {
    fileName: resultFileName(found.task.file.name, 'csv', 'changes'),
    header: found.hasKeys ? ['key', ...CSV_COLUMNS, 'previous_phone'] : CSV_COLUMNS,
    records: recordsOf(found, neutralize_formulas ? neutralizedCell : (key) => key),
    rows: found.length,
  });
}

const CSV_COLUMNS = ['phone', 'change', 'from', 'to', 'from_checked_at', 'to_checked_at'] as const;

function* recordsOf({ changes: found, hasKeys }: TaskChanges, keyCell: (key: string) => string) {
  for (const each of found) {
    const { key = null, previous_phone = null, ...change } = wireChange(each);
    const cells = CSV_COLUMNS.map((column) => change[column]);
    yield hasKeys ? [key && keyCell(key), ...cells, previous_phone] : cells;
  }
}
