import { counted, DialproofError, type ErrorCode } from './errors.js';
import type { RememberedColumns, TaskNote, UnreadCounts } from './file-reading.js';
import type { AccountId, TaskId } from './identifiers.js';
import type { StatusSummary } from './statuses.js';

/** The statuses in their order. An ended task does not change until a retry queues it again. */
export const TASK_STATUSES = ['queued', 'processing', 'done', 'failed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/**
 * Why a task failed:
 * - `checker_unavailable`: no number could be checked for `outageTimeoutMs`;
 * - `cancelled`: its account cancelled it;
 * - `internal_error`: its stored data cannot be read, or its answers cannot be recorded.
 */
export const FAILURE_REASONS = ['checker_unavailable', 'cancelled', 'internal_error'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export function hasEnded(status: TaskStatus): boolean {
  return status === 'done' || status === 'failed';
}

export type FileType = 'csv' | 'xlsx';

export interface PhoneColumn {
  /** Position in the file, from 0. */
  readonly index: number;
  /** Its header in the result. */
  readonly name: string;
}

export interface UploadMark {
  /** SHA-256, in hex, of the uploaded bytes and their settings. A repeat has the same digest. */
  readonly payloadDigest: string;
  /** The run that the upload began with. */
  readonly run: number;
}

/** The facts of a task's file. Its header, which may be large, is stored with its rows. */
export interface TaskFile {
  /** The caller's name of the file, without folders. */
  readonly name: string;
  readonly type: FileType;
  /** The name of the workbook's sheet that was read, which may hold any text; null for a .csv. */
  readonly sheet: string | null;
  /** The encoding that a .csv was read in, by its WHATWG name, or that of a code page of DOS or the Mac; null for a workbook. */
  readonly encoding: string | null;
  readonly phoneColumn: PhoneColumn;
  /** The decisions of the reader that the caller may want to change; at most ten, see {@link TaskNote}. */
  readonly notes: readonly TaskNote[];
  /** The rows without a number, by the reason. Absent in a file that an earlier version took in; empty if no column was found. */
  readonly unread?: UnreadCounts;
  /** The number of its row blocks in the store, numbered from 0. The block behind the last one holds the header. */
  readonly rowBlocks: number;
  /** How many numbers each chunk has; the last one may have fewer. */
  readonly numbersPerChunk: number;
  /**
   * For each chunk, the number of rows whose number had a known answer when the file was read. No credit is held for them. Left out if
   * there are none.
   */
  readonly knownRows?: readonly number[];
  /** The settings that the caller gave for its columns. Left out without a header, for a copy, and by earlier versions. */
  readonly remembered?: RememberedColumns;
  /** How often numbers were erased from the task: each time its results have changed. Left out if none was. */
  readonly erasures?: number;
  /** Distinguishes the upload from others with the same task id. Present if the upload named that id. */
  readonly upload?: UploadMark;
}

/**
 * Why no number can be checked: the upstream is away or busy, it refuses the credentials, its account is suspended, or the balance there is
 * used up. The last three require an action of the operator. `sandbox_outage`: there is no upstream, and the sandbox simulates an outage
 * for a special number.
 */
export const OUTAGE_REASONS = [
  'checker_unavailable',
  'checker_unauthorized',
  'checker_suspended',
  'checker_out_of_funds',
  'sandbox_outage',
] as const satisfies readonly ErrorCode[];

export type OutageReason = (typeof OUTAGE_REASONS)[number];

/** Why a task makes no progress: no number can be checked, or its account is suspended. */
export const WAITING_REASONS = [...OUTAGE_REASONS, 'account_suspended'] as const;

export type WaitingReason = (typeof WAITING_REASONS)[number];

/** A task that makes no progress at present. Times are milliseconds since 1970. */
export interface TaskWaiting {
  readonly reason: WaitingReason;
  readonly since: number;
  /** When the checker is asked again; null while the account is suspended. */
  readonly nextTryAt: number | null;
}

/** The state of an uploaded file at one moment: all of its counts belong to the same instant. Times are milliseconds since 1970. */
export interface Task {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly status: TaskStatus;
  /** Rows in the file. */
  readonly total: number;
  /** Rows that have their status. It never passes `total`, and falls only when a retry checks rows again. */
  readonly processed: number;
  /** The processed rows by status; the five counts add up to `processed`. */
  readonly summary: StatusSummary;
  /** The processed rows whose check failed: they are counted as `unknown`, cost nothing, and a retry checks them again. */
  readonly checksFailed: number;
  /**
   * The processed rows whose answer names its source, by source, at most 20 by name and the rest as `other`. A retry removes none of them.
   */
  readonly sources: SourceCounts;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly failureReason: FailureReason | null;
  /** Null unless the task waits for its checker, or its account is suspended. */
  readonly waiting: TaskWaiting | null;
  readonly credits: {
    /** Credits that the task's hold sets aside at this moment: 0 once it has ended. */
    readonly held: number;
    /** Credits that were charged, retries included: 0 until it has ended for the first time. */
    readonly charged: number;
  };
  readonly file: TaskFile;
}

/** Rows that carry a number and have no answer recorded. At 0, nothing is left to retry. */
export function rowsToRetry({ total, processed, checksFailed }: Task): number {
  return total - processed + checksFailed;
}

/**
 * Throws `task_not_done` for a task without a result; the hint has its progress, and begins with `name`. With `partial`, a failed task
 * passes.
 */
export function assertDone(task: Task, partial: boolean, name = 'the task'): void {
  if (task.status === 'done' || (partial && task.status === 'failed')) return;
  throw new DialproofError('task_not_done', {
    hint:
      task.status === 'failed'
        ? `${name} failed (${task.failureReason ?? 'no reason recorded'}); its partial result has ${task.processed} of ${counted(task.total, 'row')}`
        : `${name} is ${task.status}, ${task.processed} of ${counted(task.total, 'row is', 'rows are')} processed`,
  });
}

/** The count of rows by the source of their answer. Rows whose answer names no source are not counted. */
export type SourceCounts = Readonly<Record<string, number>>;

/** The most sources that a task counts by name. */
export const MAX_SOURCES = 20;

/** The name for all further sources. */
export const OTHER_SOURCE = 'other';

/**
 * Adds counts, in the order in which sources came first. The first 20 sources of a task are counted by name, all others as `other`: the
 * names come from a checker, and a task must not grow with them.
 */
export function addSources(counts: SourceCounts, added: SourceCounts): SourceCounts {
  // A map, since a source may be called `constructor` or `__proto__`.
  const rows = new Map(Object.entries(counts));
  for (const [source, count] of Object.entries(added)) {
    const names = rows.size - (rows.has(OTHER_SOURCE) ? 1 : 0);
    const name = rows.has(source) || names < MAX_SOURCES ? source : OTHER_SOURCE;
    rows.set(name, (rows.get(name) ?? 0) + count);
  }
  return Object.fromEntries(rows);
}

/** The most characters of a searched text. File names have no more. */
export const MAX_SEARCHED_CHARS = 255;

/**
 * Makes a test for file names that contain this text. It ignores letter case, and whether an accent is a character of its own, as in names
 * from a Mac.
 */
export function namesWith(text: string): (fileName: string) => boolean {
  const wanted = folded(text);
  return (fileName) => folded(fileName).includes(wanted);
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
