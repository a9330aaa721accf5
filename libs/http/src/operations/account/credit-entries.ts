import {
  type AccountId,
  isDialproofError,
  neutralizedCell,
  type Statement,
  type TaskId,
  type VerificationService,
} from '@dialproof/core';
import { CREDIT_ENTRY_KINDS } from '@dialproof/core/model';
import { z } from 'zod';
import { CSV_HEADERS, csvReply } from '../../downloads/csv-file.js';
import { jsonReply } from '../../message/http-message.js';
import { component, csvOrPage, nextCursor, text, textOrNull, timestamp } from '../../wire/common-shapes.js';
import { given, toWire } from '../../wire/wire-values.js';
import { jsonOrCsv } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { inSlot } from '../definition/in-slot.js';
import { TASK_ID } from '../tasks/task-shape.js';

const entryKind = component('CreditEntryKind').words(CREDIT_ENTRY_KINDS);

const entryShape = component('CreditEntry', 'A change of the credits.').strict({
  entry_id: text,
  at: timestamp,
  kind: entryKind,
  credits: z.int().describe("Negative for a charge, and for the sum of a month's charges."),
  task_id: textOrNull.describe('The charged task; null if there is none.'),
});

const entryPageShape = component(
  'CreditEntryPage',
  'A page of the statement, the newest entry first.',
).strict({ entries: z.array(entryShape), next_cursor: nextCursor });

const entryQuery = component('CreditEntryQuery').open(csvOrPage);

const wireEntry = toWire(entryShape);
const wirePage = toWire(entryPageShape);

/** The changes of the account's credits, page by page, or all of them as a .csv. */
export const creditEntries = defineOperation({
  method: 'GET',
  path: '/v1/credits/entries',
  tag: 'account',
  scope: 'read',
  summary: 'List the changes of the credits, newest first',
  query: entryQuery,
  reply: jsonOrCsv(200, {
    description:
      'A page of the statement, or all of it as a .csv. It has grants and charges, each charge with its task. Old charges may be summed up by month',
    optionalHeaders: CSV_HEADERS,
    shape: entryPageShape,
    example: {
      entries: [
        { entry_id: '2', at: '2026-01-02T03:04:06.480Z', kind: 'charge', credits: -2, task_id: TASK_ID },
        { entry_id: '1', at: '2026-01-01T00:00:00.000Z', kind: 'grant', credits: 102, task_id: null },
      ],
      next_cursor: null,
    },
  }),
  errors: ['not_supported', 'overloaded'],
  async run(service, call) {
    const { accountId, query } = call;
    const { cursor, format, limit } = query;
    const first = await service.creditEntries({ accountId, ...given({ cursor, limit }) });
    if (format === 'json') return jsonReply(200, wirePage(first));
    return inSlot(call, 'downloads', async () =>
      csvReply(call, {
        fileName: 'credits.csv',
        header: CSV_COLUMNS,
        records: recordsOf(service, accountId, { first, isWhole: limit === undefined }),
      }),
    );
  },
});

const CSV_COLUMNS = ['at', 'kind', 'credits', 'task_id', 'file_name', 'entry_id'] as const;

/** The most that a page has. */
const PAGE = 100;

/** The entries of the first page. With `isWhole`, the entries of all further pages too, which are read when they are needed. */
async function* recordsOf(
  service: VerificationService,
  accountId: AccountId,
  { first, isWhole }: { readonly first: Statement; readonly isWhole: boolean },
) {
  for (let page = first; ; ) {
    // A task that was retried has a charge for each run.
    const fileNames = new Map<TaskId, string | null>();
    for (const entry of page.entries) {
      const { taskId } = entry;
      if (taskId !== null && !fileNames.has(taskId))
        fileNames.set(taskId, await fileNameOf(service, accountId, taskId));
      const { entry_id, at, kind, credits, task_id } = wireEntry(entry);
      yield [at, kind, credits, task_id, (taskId && fileNames.get(taskId)) ?? null, entry_id];
    }
    if (!isWhole || page.nextCursor === null) return;
    page = await service.creditEntries({ accountId, limit: PAGE, cursor: page.nextCursor });
  }
}

/** The name of a task's file, neutralised for spreadsheets; null if the task is gone. */
async function fileNameOf(
  service: VerificationService,
  accountId: AccountId,
  taskId: TaskId,
): Promise<string | null> {
  try {
    const { file } = await service.task({ accountId, taskId });
    return neutralizedCell(file.name);
  } catch (error) {
    if (isDialproofError(error, 'task_not_found')) return null;
    throw error;
  }
}
