import type { FileFacts, Task, TaskRequest, VerificationService } from '@dialproof/core';
import { OUTAGE_REASONS, TASK_STATUSES, WAITING_REASONS } from '@dialproof/core/model';
import { z } from 'zod';
import type { WithheldMembers } from '../../replays/once.js';
import {
  component,
  count,
  noteShape,
  summaryShape,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from '../../wire/common-shapes.js';
import { toWire } from '../../wire/wire-values.js';

export const taskStatus = component('TaskStatus').words(TASK_STATUSES);

component(
  'OutageReason',
  'The reason why no number can be checked: the upstream is away (`checker_unavailable`), or the operator of the server has to act (the others).',
).words(OUTAGE_REASONS);

const waitingReason = component(
  'WaitingReason',
  'The reason why a task waits: an outage, or a suspended account.',
).words(WAITING_REASONS);

/** The facts of a file that its reader has found: tasks, previews and files of suppressions have them in common. */
export const fileFactsShape = component('FileFacts').strict({
  file_name: text,
  sheet: textOrNull.describe('The sheet of a workbook that was read; null for a .csv.'),
  encoding: textOrNull.describe('The encoding that a .csv was read in; null for a workbook.'),
  phone_column: text.describe('The header of the column of phones.'),
  phone_column_index: count.describe('Its position in the file, from 0.'),
  notes: z.array(noteShape),
  unread: z
    .record(text, count)
    .nullable()
    .describe(
      'The rows without a number, by reason. Empty if no column was found. Null for a task of an earlier version of the server.',
    ),
});

const taskMembers = {
  task_id: text,
  status: taskStatus,
  total: count.describe('Rows in the file.'),
  processed: count.describe('Rows that have their status.'),
  summary: summaryShape,
  sources: z.record(text, count).describe('The rows whose answer has a source, by source.'),
  checks_failed: count.describe(
    'The processed rows whose check failed. They count as `unknown` and are free. A retry checks them again.',
  ),
  created_at: timestamp,
  started_at: timestampOrNull,
  finished_at: timestampOrNull,
  failure_reason: textOrNull.describe(
    '`cancelled`, `checker_unavailable` or `internal_error`; null unless it failed.',
  ),
  waiting: z
    .strictObject({
      reason: waitingReason,
      since: timestamp,
      next_try_at: timestampOrNull.describe('Null while its account is suspended.'),
    })
    .nullable()
    .describe(
      'Set while no number can be checked, or the account is suspended; else null. The task continues by itself.',
    ),
  credits: z.strictObject({
    held: count.describe('Credits that are set aside for the task at this moment. 0 once it has ended.'),
    charged: count.describe('Credits that were charged. 0 until the task has ended for the first time.'),
  }),
} as const;

export const taskShape = component(
  'Task',
  'The state of an uploaded file at one moment. Times are ISO 8601, in UTC.',
).of(z.strictObject({ ...taskMembers, ...fileFactsShape.shape }), fileFactsShape);

export type WireTask = z.infer<typeof taskShape>;

// With the facts of the file as undefined members: an object that grows by so many takes three times as long.
const ofTask = toWire(z.strictObject({ ...taskMembers, ...fileFactsShape.partial().shape }));
const ofFile = toWire(fileFactsShape);

/** A task as the contract shows it. */
export function wireTask(task: Task): WireTask {
  return Object.assign(ofTask(task), ofFile(factsOf(task.file)));
}

export function factsOf({ name, sheet, encoding, phoneColumn, notes, unread }: FileFacts) {
  return {
    ...{ fileName: name, sheet, encoding, unread: unread ?? null },
    phoneColumn: phoneColumn.name,
    phoneColumnIndex: phoneColumn.index,
    notes: notes.map((note) => ({ values: [], rows: null, country: null, ...note })),
  };
}

/**
 * The members of a reply that show the file's contents: its name, its header, and cells that notes quote. When a task is deleted, they have
 * to vanish from kept replies too.
 */
export function fileFactsIn(service: VerificationService, task: TaskRequest): WithheldMembers {
  return { names: Object.keys(fileFactsShape.shape), find: async () => wireTask(await service.task(task)) };
}

export const TASK_ID = '3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10';

export const DONE_TASK: WireTask = {
  task_id: TASK_ID,
  status: 'done',
  total: 3,
  processed: 3,
  summary: { wa_registered: 1, telegram_registered: 1, dead: 0, inactive: 0, unknown: 1 },
  sources: {},
  checks_failed: 1,
  created_at: '2026-01-02T03:04:05.006Z',
  started_at: '2026-01-02T03:04:05.110Z',
  finished_at: '2026-01-02T03:04:06.480Z',
  failure_reason: null,
  waiting: null,
  credits: { held: 0, charged: 2 },
  file_name: 'customers.csv',
  sheet: null,
  encoding: 'utf-8',
  phone_column: 'Mobile',
  phone_column_index: 1,
  notes: [],
  unread: {},
};

/** The same task while its last row has no status. */
export const UNFINISHED_TASK: WireTask = {
  ...DONE_TASK,
  status: 'processing',
  processed: 2,
  summary: { ...DONE_TASK.summary, unknown: 0 },
  checks_failed: 0,
  finished_at: null,
  credits: { held: 1, charged: 2 },
};
