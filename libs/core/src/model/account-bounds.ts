import { DialproofError } from './errors.js';

/** What a task counts as besides its row blocks and chunks, so that files with hardly any rows are bounded too. */
export const STORED_TASK_BYTES = 1_024;

/** What an account has in the store at this moment. Drafts do not count: uploads have a bound of their own. */
export interface AccountUsage {
  /** Tasks that have not ended. A retry counts once it was resumed. */
  readonly unfinishedTasks: number;
  /** The row blocks and chunks of its tasks, and {@link STORED_TASK_BYTES} for each task, in bytes. */
  readonly storedBytes: number;
}

/** The most that an account may have once its task was queued. */
export interface AccountBounds {
  readonly maxUnfinishedTasks: number;
  readonly maxStoredBytes: number;
}

/** How soon a task of the account may have ended. */
const RETRY_AFTER_MS = 30_000;

/**
 * Throws `too_many_requests` when the account has as many unfinished tasks as it may have. For stores: it says the same wherever a
 * bound is found to be reached.
 */
export function assertTaskWithin(
  { unfinishedTasks }: AccountUsage,
  { maxUnfinishedTasks }: AccountBounds,
): void {
  if (unfinishedTasks < maxUnfinishedTasks) return;
  throw new DialproofError('too_many_requests', {
    hint: `the account has ${unfinishedTasks} unfinished tasks, and ${maxUnfinishedTasks} are allowed; wait until one has ended`,
    retryAfterMs: RETRY_AFTER_MS,
  });
}

/** Throws `stored_bytes_exceeded` when so many bytes more are more than the account may keep. */
export function assertBytesWithin(
  { storedBytes }: AccountUsage,
  { maxStoredBytes }: AccountBounds,
  addedBytes: number,
): void {
  if (storedBytes + addedBytes <= maxStoredBytes) return;
  throw new DialproofError('stored_bytes_exceeded', {
    hint: `the tasks of the account take ${storedBytes} bytes, and ${maxStoredBytes} are allowed; delete tasks that are no longer needed`,
  });
}
