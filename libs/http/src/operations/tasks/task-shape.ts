import type { FileFacts, Task, TaskRequest, VerificationService } from '@dialproof/core';
import { OUTAGE_REASONS, TASK_STATUSES, WAITING_REASONS } from '@dialproof/core/model';
import { z } from 'zod';
import type { WithheldMembers } from '../../replays/once.js';
import { component, count, noteShape, summaryShape, timestamp } from '../../wire/common-shapes.js';
import { isoTime, isoTimeOrNull, toWire } from '../../wire/wire-values.js';

export const taskStatus = component('TaskStatus', z.enum(TASK_STATUSES));

component(
  'OutageReason',
  z
    .enum(OUTAGE_REASONS)
    .describe(
      'The reason why no number can be checked: the upstream is away (`checker_unavailable`), or the operator of the server has to act (the others).',
    ),
);

const waitingReason = component(
  'WaitingReason',
  z.enum(WAITING_REASONS).describe('The reason why a task waits: an outage, or a suspended account.'),
);

/** The facts of a file that its reader has found. */
export const fileFacts = {
  file_name: z.string(),
  sheet: z.string().nullable().describe('The sheet of a workbook that was read; null for a .csv.'),
  encoding: z.string().nullable().describe('The encoding that a .csv was read in; null for a workbook.'),
  phone_column: z.string().describe('The header of the column of phones.'),
  phone_column_index: count.describe('Its position in the file, from 0.'),
  notes: z.array(noteShape),
  unread: z
    .record(z.string(), count)
    .nullable()
    .describe(
      'The rows without a number, by reason. Empty if no column was found. Null for a task of an earlier version of the server.',
    ),
} as const;

/** The part that tasks, previews and files of suppressions have in common. */
export const fileFactsShape = component('FileFacts', z.strictObject(fileFacts));

export const taskShape = component(
  'Task',
  z
    .strictObject({
      task_id: z.string(),
      status: taskStatus,
      total: count.describe('Rows in the file.'),
      processed: count.describe('Rows that have their status.'),
      summary: summaryShape,
      sources: z.record(z.string(), count).describe('The rows whose answer has a source, by source.'),
      checks_failed: count.describe(
        'The processed rows whose check failed. They count as `unknown` and are free. A retry checks them again.',
      ),
      created_at: timestamp,
      started_at: timestamp.nullable(),
      finished_at: timestamp.nullable(),
      failure_reason: z
        .string()
        .nullable()
        .describe('`cancelled`, `checker_unavailable` or `internal_error`; null unless it failed.'),
      waiting: z
        .strictObject({
          reason: waitingReason,
          since: timestamp,
          next_try_at: timestamp.nullable().describe('Null while its account is suspended.'),
        })
        .nullable()
        .describe(
          'Set while no number can be checked, or the account is suspended; else null. The task continues by itself.',
        ),
      credits: z.strictObject({
        held: count.describe('Credits that are set aside for the task at this moment. 0 once it has ended.'),
        charged: count.describe('Credits that were charged. 0 until the task has ended for the first time.'),
      }),
      ...fileFacts,
    })
    .describe('The state of an uploaded file at one moment. Times are ISO 8601, in UTC.'),
  fileFactsShape,
);

export type WireTask = z.infer<typeof taskShape>;

/** A task as the contract shows it. Written out: a list has a hundred of them, and the conversion by the shape takes three times as long. */
export function wireTask({ file, ...task }: Task): WireTask {
  const facts = factsOf(file);
  return {
    task_id: task.taskId,
    status: task.status,
    total: task.total,
    processed: task.processed,
    summary: wireSummary(task.summary),
    sources: task.sources,
    checks_failed: task.checksFailed,
    created_at: isoTime(task.createdAt),
    started_at: isoTimeOrNull(task.startedAt),
    finished_at: isoTimeOrNull(task.finishedAt),
    failure_reason: task.failureReason,
    waiting: wireWaiting(task.waiting),
    credits: { held: task.credits.held, charged: task.credits.charged },
    file_name: facts.fileName,
    sheet: facts.sheet,
    encoding: facts.encoding,
    phone_column: facts.phoneColumn,
    phone_column_index: facts.phoneColumnIndex,
    notes: facts.notes.map((note) => wireNote(note)),
    unread: facts.unread,
  };
}

const wireSummary = toWire(summaryShape);
const wireWaiting = toWire(taskShape.shape.waiting);
const wireNote = toWire(noteShape);

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
  return { names: Object.keys(fileFacts), find: async () => wireTask(await service.task(task)) };
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
