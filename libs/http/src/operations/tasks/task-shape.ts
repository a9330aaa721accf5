import type {
  FileFacts,
  StatusSummary,
  Task,
  TaskRequest,
  TaskWaiting,
  VerificationService,
} from '@dialproof/core';
import { OUTAGE_REASONS, TASK_STATUSES, WAITING_REASONS } from '@dialproof/core/model';
import { z } from 'zod';
import type { WithheldMembers } from '../../replays/once.js';
import {
  component,
  count,
  isoTime,
  isoTimeOrNull,
  noteShape,
  summaryShape,
  timestamp,
  type WireSummary,
} from '../../wire/common-shapes.js';

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
  z
    .enum(WAITING_REASONS)
    .describe('The reason why a task waits: an outage, or the operator has suspended its account.'),
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
      'The rows without a number, by the reason; empty if no column was found. Null for a task that an earlier version took in.',
    ),
} as const;

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
        'The processed rows whose check failed: counted as `unknown`, free, and checked again by a retry.',
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
          'Null unless no number can be checked at present, or its account is suspended. The task continues by itself.',
        ),
      credits: z.strictObject({
        held: count.describe('Credits that are set aside for it at this moment: 0 once it has ended.'),
        charged: count.describe('Credits that were charged: 0 until it has ended for the first time.'),
      }),
      ...fileFacts,
    })
    .describe('The state of an uploaded file at one moment. Times are ISO 8601, in UTC.'),
);

export type WireTask = z.infer<typeof taskShape>;

/** A task as the contract shows it. */
export function wireTask(task: Task): WireTask {
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
    waiting: task.waiting === null ? null : wireWaiting(task.waiting),
    credits: { held: task.credits.held, charged: task.credits.charged },
    ...wireFile(task.file),
  };
}

export function wireFile({ name, sheet, encoding, phoneColumn, notes, unread }: FileFacts) {
  return {
    file_name: name,
    sheet,
    encoding,
    phone_column: phoneColumn.name,
    phone_column_index: phoneColumn.index,
    notes: notes.map(({ code, country = null, hint, rows = null }) => ({ code, hint, rows, country })),
    unread: unread ?? null,
  };
}

function wireWaiting({ reason, since, nextTryAt }: TaskWaiting): WireTask['waiting'] {
  return { reason, since: isoTime(since), next_try_at: isoTimeOrNull(nextTryAt) };
}

// Spelled out: the order is the glossary's, and no other member of a stored summary is sent.
function wireSummary({
  wa_registered,
  telegram_registered,
  dead,
  inactive,
  unknown,
}: StatusSummary): WireSummary {
  return { wa_registered, telegram_registered, dead, inactive, unknown };
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
