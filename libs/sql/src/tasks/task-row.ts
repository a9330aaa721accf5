import { accountId, type Task, type TaskStatus, taskId } from '@dialproof/core';
import type { Selectable } from 'kysely';
import type { Tables } from '../schema.js';

/** The columns of which a {@link Task} is made. */
export const TASK_COLUMNS = [
  'task_id',
  'account_id',
  'status',
  'total',
  'processed',
  'wa_registered',
  'telegram_registered',
  'dead',
  'inactive',
  'unknown',
  'created_at',
  'started_at',
  'finished_at',
  'failure_reason',
  'held',
  'charged',
  'file',
] as const;

export type TaskRow = Pick<Selectable<Tables['tasks']>, (typeof TASK_COLUMNS)[number]>;

/** The task of a row that is one, and not a draft. */
export function taskOfRow(row: TaskRow): Task {
  return {
    taskId: taskId(row.task_id),
    accountId: accountId(row.account_id),
    // The caller says that it is no draft.
    status: row.status as TaskStatus,
    total: row.total,
    processed: row.processed,
    summary: {
      wa_registered: row.wa_registered,
      telegram_registered: row.telegram_registered,
      dead: row.dead,
      inactive: row.inactive,
      unknown: row.unknown,
    },
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    // Before the end it only says what the task was told to become.
    failureReason: row.status === 'failed' ? row.failure_reason : null,
    credits: { held: row.held, charged: row.charged },
    file: fileOfText(row.file),
  };
}

/** Tasks of versions before 0.2 do not know which sheet was read. */
function fileOfText(text: string): Task['file'] {
  // Written by `fileText` below and by nothing else.
  return { sheet: null, ...(JSON.parse(text) as Omit<Task['file'], 'sheet'>) };
}

/** What a row keeps of the file: texts of the caller's may hold anything, a NUL too, which JSON escapes and databases refuse. */
export function fileText(file: Task['file']): string {
  return JSON.stringify(file);
}
