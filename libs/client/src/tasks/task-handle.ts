import type {
  ChangeCounts,
  ChangesQuery,
  DownloadQuery,
  NumberChange,
  RowQuery,
  Task,
  TaskRow,
} from '../api/api.js';
import type { PostOptions, RequestOptions } from '../client-options.js';
import type { Download } from '../downloads/download.js';
import type { Page, Pages } from './pages.js';

/** How a task is followed. */
export interface FollowOptions extends Pick<RequestOptions, 'signal' | 'timeoutMs'> {
  /**
   * The means. `auto`, the default, listens to server-sent events, and polls if a proxy holds them back or the server has no slot for
   * them.
   */
  readonly transport?: 'auto' | 'polling' | undefined;
  /** The pause between polls, in milliseconds, at least 100. Default 2,000. */
  readonly pollMs?: number | undefined;
  /** Milliseconds for which the server may be out of reach, or answer with a 5xx, before following fails. Default 300,000. */
  readonly patienceMs?: number | undefined;
  /** Is called with true when the server gets out of reach, and with false when it answers again. */
  readonly onLost?: ((isLost: boolean) => void) | undefined;
}

/** The options of waiting for the end of a task. */
export interface EndOptions extends FollowOptions {
  /** Is called with each state, the last one too. */
  readonly onProgress?: ((task: Task) => void) | undefined;
}

/** The changes of a task. Each page has the counts of all of them, too. */
export type Changes = Pages<NumberChange, Page<NumberChange> & { readonly counts: ChangeCounts }>;

/**
 * A task of the server, by its id. `for await (const state of task)` yields the present task, then each change, and ends when it has ended.
 * Lost connections are opened again, and requests that failed in the server are repeated.
 */
export interface TaskHandle extends AsyncIterable<Task> {
  readonly id: string;
  /** Like iterating, with options. */
  follow(options?: FollowOptions): AsyncIterableIterator<Task>;
  /** Follows the task and resolves to it when it is done or failed. */
  waitForEnd(options?: EndOptions): Promise<Task>;
  /** The present task. */
  get(options?: RequestOptions): Promise<Task>;
  /** The rows of its file with their numbers and statuses, in the order of the file, also while it is processed. */
  rows(query?: RowQuery, options?: RequestOptions): Pages<TaskRow>;
  /**
   * What changed since another task of the account. Both have to be done. Codes: `task_not_found`, `task_not_done`, `same_task`,
   * `column_not_found` (neither file has the `key_column`).
   */
  changes(query: Omit<ChangesQuery, 'format' | 'neutralize_formulas'>, options?: RequestOptions): Changes;
  /** The same as a .csv. */
  downloadChanges(
    query: Pick<ChangesQuery, 'against' | 'change' | 'key_column' | 'neutralize_formulas'>,
    options?: RequestOptions,
  ): Promise<Download>;
  /** The result of a task that is done; with `partial`, of one that failed too. Code: `task_not_done`. */
  download(query?: DownloadQuery, options?: RequestOptions): Promise<Download>;
  /** Stops the task and keeps what was verified. Calls under way end first: follow it to its end. Code: `task_has_ended`. */
  cancel(options?: PostOptions): Promise<Task>;
  /** Goes on with the rows whose check failed or was never made. Codes: `nothing_to_retry`, `insufficient_credits`. */
  retry(options?: PostOptions): Promise<Task>;
  /** Deletes an ended task with its file and its result. Code: `task_not_done`. */
  delete(options?: RequestOptions): Promise<void>;
}

/** A task that was just submitted. */
export interface SubmittedTask extends TaskHandle {
  /** Rows in the file. */
  readonly total: number;
}
