import type { CreditCaps } from './accounts.js';
import type { ErrorCode } from './errors.js';
import type { AccountId, TaskId } from './identifiers.js';
import type { StatusSummary } from './statuses.js';
import type { FailureReason } from './task.js';

export const SCHEDULE_PERIODS = ['day', 'week', 'month'] as const;

export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The last day of a month that a schedule may name: every month has it. */
export const LAST_SCHEDULED_DAY = 28;

/**
 * When a list is verified again: at an hour by the clocks of a time zone. If clocks leave the hour out, the next hour that they show counts;
 * if they show it twice, the first one does.
 */
export type ListSchedule = {
  /** From 0 to 23. */
  readonly hour: number;
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
} & (
  | { readonly every: 'day' }
  | { readonly every: 'week'; readonly day: Weekday }
  /** From 1 to 28. */
  | { readonly every: 'month'; readonly day: number }
);

/**
 * The end of a run:
 * - `done`, `failed`: its task has ended so;
 * - `skipped`: no task was made, as for want of credits.
 */
export const LIST_RUN_STATUSES = ['done', 'failed', 'skipped'] as const;
export type ListRunStatus = (typeof LIST_RUN_STATUSES)[number];

/** The numbers of two runs, by their change. */
export interface ListChangeCounts {
  readonly came: number;
  readonly changed: number;
  /**
   * Numbers that replaced another one with the same key, by the list's `keyColumn` at the end of the run; 0 in a run of an earlier version.
   */
  readonly replaced: number;
  readonly went: number;
  readonly unchanged: number;
  readonly notCompared: number;
}

/** A run that has ended. It is kept longer than its task. Times are milliseconds since 1970. */
export interface ListRun {
  readonly status: ListRunStatus;
  /** Null if it was skipped. */
  readonly taskId: TaskId | null;
  /** Its scheduled time; null if it was requested, or the list was given a task or a file. */
  readonly dueAt: number | null;
  readonly beganAt: number;
  readonly endedAt: number;
  /** Why the run was skipped or failed; `task_not_found`: the task was deleted. Null for a run that is done. */
  readonly reason: ErrorCode | FailureReason | null;
  /** Rows of the list. */
  readonly total: number;
  /** Distinct numbers: a run of the same list costs at most this many credits. Left out unless the run is done, and by earlier versions. */
  readonly numbers?: number;
  /** Rows by status. */
  readonly summary: StatusSummary;
  readonly checksFailed: number;
  /** The charged credits: one for each number that was checked and answered. */
  readonly charged: number;
  /** The changes since the task `against`; null if there is none. */
  readonly changes: ListChangeCounts | null;
  readonly against: TaskId | null;
}

/** A run that has not ended. */
export interface PendingListRun {
  /** The id of the run's task. It is decided before the task is made, so that only one process begins the run. */
  readonly taskId: TaskId;
  /** The task whose rows are copied. Null if the list was given a task or a file. */
  readonly rowsOf: TaskId | null;
  readonly dueAt: number | null;
  /** Null until the task is known to be in the store. */
  readonly beganAt: number | null;
  /** The caps of the credentials that requested the run; null if there are none. */
  readonly caps: CreditCaps | null;
}

/**
 * A list that is verified again and again: a named chain of tasks. It has no rows of its own; they are those of its newest task. Times are
 * milliseconds since 1970.
 */
export interface PhoneList {
  readonly listId: string;
  readonly accountId: AccountId;
  readonly name: string;
  readonly createdAt: number;
  /** Null: the list is verified only on request. */
  readonly schedule: ListSchedule | null;
  /** Null without a schedule. */
  readonly nextRunAt: number | null;
  /** `freshWithinMs` of each run's submit. Null: every run checks all numbers. */
  readonly freshWithinMs: number | null;
  /** `maxCredits` of each run's submit. Null: no limit. */
  readonly maxCredits: number | null;
  /** The column whose cells are the keys of the list's changes. Null: the changes have no keys, and no number is `replaced`. */
  readonly keyColumn: string | null;
  /** The caps of the credentials that made the list or changed it last; null if there are none. */
  readonly caps: CreditCaps | null;
  /** The task whose rows the list has. */
  readonly taskId: TaskId;
  readonly pending: PendingListRun | null;
  /** The ended runs, the newest first, at most {@link MAX_LIST_RUNS}. */
  readonly runs: readonly ListRun[];
}

/** The most runs that a list keeps. */
export const MAX_LIST_RUNS = 100;

export const MAX_LIST_NAME_CHARS = 200;
