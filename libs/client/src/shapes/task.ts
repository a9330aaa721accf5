import type { VerificationStatus } from './verification.js';

export const TASK_STATUSES = ['queued', 'processing', 'done', 'failed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const OUTAGE_REASONS = [
  'checker_unavailable',
  'checker_unauthorized',
  'checker_suspended',
  'checker_out_of_funds',
  'sandbox_outage',
] as const;

/**
 * The reason why no number can be checked: the upstream is away (`checker_unavailable`), or the operator of the server has to act (the
 * others).
 */
export type OutageReason = (typeof OUTAGE_REASONS)[number];

export const WAITING_REASONS = [...OUTAGE_REASONS, 'account_suspended'] as const;

/** The reason why a task waits: an outage, or the operator has suspended its account. */
export type WaitingReason = (typeof WAITING_REASONS)[number];

export const NOTE_CODES = [
  'country_needed',
  'country_column',
  'area_code_column',
  'numbers_without_area_code',
  'several_numbers',
  'other_phone_columns',
  'no_phone_column',
  'lines_skipped',
  'encoding_guessed',
  'sheet_chosen',
] as const;

export type NoteCode = (typeof NOTE_CODES)[number];

/** A decision of the reader of files that you may want to change by a setting. */
export interface Note {
  readonly code: NoteCode;
  /** One sentence with the finding and the setting that changes it. It may quote cells of the file. */
  readonly hint: string;
  /** How many rows of the file its setting may gain; null if that is not known. */
  readonly rows: number | null;
}

/** The rows that have their status, by status; all five are always there. */
export type StatusSummary = Readonly<Record<VerificationStatus, number>>;

/** The state of an uploaded file at one moment. Times are ISO 8601, in UTC. */
export interface Task {
  readonly task_id: string;
  readonly status: TaskStatus;
  /** Rows in the file. */
  readonly total: number;
  /** Rows that have their status. */
  readonly processed: number;
  /** The five counts add up to `processed`. */
  readonly summary: StatusSummary;
  /** The rows whose answer has a source, by source. */
  readonly sources: Readonly<Record<string, number>>;
  /** The processed rows whose check failed: counted as `unknown`, free, and checked again by a retry. */
  readonly checks_failed: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** `cancelled`, `checker_unavailable` or `internal_error`; null unless it failed. */
  readonly failure_reason: string | null;
  /** Null unless no number can be checked at present, or its account is suspended. The task continues by itself. */
  readonly waiting: {
    readonly reason: WaitingReason;
    readonly since: string;
    /** Null while its account is suspended. */
    readonly next_try_at: string | null;
  } | null;
  readonly credits: {
    /** Credits that are set aside for it at this moment: 0 once it has ended. */
    readonly held: number;
    /** Credits that were charged: 0 until it has ended for the first time. */
    readonly charged: number;
  };
  readonly file_name: string;
  /** The sheet of a workbook that was read; null for a .csv. */
  readonly sheet: string | null;
  /** The encoding that a .csv was read in; null for a workbook. */
  readonly encoding: string | null;
  /** The header of the column of phones. */
  readonly phone_column: string;
  /** Its position in the file, from 0. */
  readonly phone_column_index: number;
  readonly notes: readonly Note[];
}

/** A page of tasks, the newest first. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly next_cursor: string | null;
}

/** The query of a list of tasks. */
export interface TaskQuery {
  /** Default: any status. */
  readonly status?: TaskStatus | undefined;
  /**
   * Only tasks whose file has a name with this text in it, in any case, 1 to 255 characters. A page may then have fewer tasks than its limit,
   * or none, though more follow. Default: any name.
   */
  readonly file_name?: string | undefined;
  /** Tasks of a page, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}

/** Whether a task is done or failed. Only a retry changes it then. */
export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return status === 'done' || status === 'failed';
}
