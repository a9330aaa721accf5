import { DialproofError } from './errors.js';
import type { AccountId, TaskId } from './identifiers.js';
import type { StatusSummary } from './statuses.js';

export const TASK_STATUSES = ['queued', 'processing', 'done', 'failed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Why a task failed. */
export const FAILURE_REASONS = ['checker_unavailable'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** The legal transitions. A task that has ended stays as it is. */
export const TASK_TRANSITIONS: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  queued: ['processing'],
  processing: ['done', 'failed'],
  done: [],
  failed: [],
};

export function canBecome(from: TaskStatus, to: TaskStatus): boolean {
  return TASK_TRANSITIONS[from].includes(to);
}

export function hasEnded(status: TaskStatus): boolean {
  return TASK_TRANSITIONS[status].length === 0;
}

export type FileType = 'csv' | 'xlsx';

export interface PhoneColumn {
  /** Position in the file, from 0. */
  readonly index: number;
  /** Its header as it stands in the result. */
  readonly name: string;
}

/** What a task knows of its file. */
export interface TaskFile {
  /** As the caller named it, without folders. */
  readonly name: string;
  readonly type: FileType;
  /** The sheet of a workbook that was read, by its name, which may hold anything; null for a .csv. */
  readonly sheet: string | null;
  /** The header of the result without its last column, one entry for each column of the widest row. */
  readonly columns: readonly string[];
  readonly phoneColumn: PhoneColumn;
  /** How many row blocks the store has of it; they are numbered from 0. */
  readonly rowBlocks: number;
}

/** An uploaded file on its way, as it is at one moment: all of its numbers are of the same instant. Times are milliseconds since 1970. */
export interface Task {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly status: TaskStatus;
  /** Rows in the file. */
  readonly total: number;
  /** Rows that have their status. It never falls and never passes `total`. */
  readonly processed: number;
  /** The processed rows by status; the five counts add up to `processed`. */
  readonly summary: StatusSummary;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly failureReason: FailureReason | null;
  readonly credits: {
    /** Credits that the task's hold sets aside at this moment: 0 once it has ended. */
    readonly held: number;
    /** Credits that were charged: 0 until it has ended. */
    readonly charged: number;
  };
  readonly file: TaskFile;
}

/** Throws `task_not_done` for a task without a result, saying in the hint how far it is. */
export function assertDone(task: Task): void {
  if (task.status === 'done') return;
  throw new DialproofError('task_not_done', {
    hint:
      task.status === 'failed'
        ? `the task failed (${task.failureReason ?? 'no reason recorded'}), it has no result`
        : `the task is ${task.status}, ${task.processed} of ${task.total} rows are processed`,
  });
}
