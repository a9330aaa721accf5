import type { AccountId, TaskId } from '../../model/identifiers.js';
import type { Task, TaskFile, TaskStatus } from '../../model/task.js';

export interface TaskListRequest {
  /** The account of the tasks. */
  readonly accountId: AccountId;
  /** Only tasks with this status; null: any status. */
  readonly status: TaskStatus | null;
  /** Only tasks whose file name contains this text, as {@link namesWith} finds it; null: any name. */
  readonly fileName: string | null;
  /** How many tasks at most, at least 1. */
  readonly limit: number;
  /** The `nextCursor` of the page before, null for the first page. */
  readonly cursor: string | null;
}

export interface TaskPage {
  /** Tasks in the form that {@link TaskStore.find} returns. */
  readonly tasks: readonly Task[];
  /** The beginning of the next page; null when no task follows. Opaque, and valid for the same account, status and name alone. */
  readonly nextCursor: string | null;
}

export interface TaskExpiry {
  /** The least time since the end of a task in milliseconds, by the store's time. */
  readonly endedBeforeMs: number;
  /** How many tasks to remove at most, at least 1, so that no call takes long. */
  readonly limit: number;
}

/** A part of a task in which a number is erased, as it was read and as it is to become. All bytes are opaque to the store. */
export type TaskPart =
  | { readonly kind: 'rows'; readonly index: number; readonly before: Uint8Array; readonly after: Uint8Array }
  | { readonly kind: 'file'; readonly before: TaskFile; readonly after: TaskFile }
  | {
      readonly kind: 'numbers';
      readonly chunkIndex: number;
      readonly before: StoredChunk;
      readonly after: StoredChunk;
    };

/** A chunk of a task's numbers. */
export interface StoredChunk {
  readonly numbers: Uint8Array;
  /** Null without a record. */
  readonly statuses: Uint8Array | null;
}

/**
 * Shows, lists and removes the tasks of a task store: an optional part of it, over the same tasks. Each method is atomic and durable by
 * itself and may be repeated.
 */
export interface TaskArchive {
  /**
   * The account's tasks, newest first by `createdAt`, without drafts. While tasks are added or removed, consecutive pages show every other
   * task once. An invalid cursor rejects with `malformed_request`.
   *
   * With a `fileName`, a call may examine a bounded number of tasks, so that no call takes long: its page may then have fewer tasks than
   * `limit`, or none, and `nextCursor` continues behind the last examined task.
   */
  list(request: TaskListRequest): Promise<TaskPage>;

  /** A chunk of a task's numbers, as `enqueue` got it; undefined if there is no chunk of that index, and for drafts. */
  numbers(taskId: TaskId, chunkIndex: number): Promise<Uint8Array | undefined>;

  /**
   * Removes a task that has ended: its rows, its statuses and its file's name are gone, and `find` resolves to undefined. Resolves to
   * whether it did: false, changing nothing, for a task that has not ended or whose retry was begun, and for an unknown id.
   */
  remove(taskId: TaskId): Promise<boolean>;

  /**
   * Replaces a part of a task that has ended, so that nothing of the old part is left. Resolves to whether it did: false, changing nothing,
   * for an unknown task or part, for a task that has not ended or whose retry was begun, and if the part no longer equals `before`. So of
   * two concurrent erasures, none restores what the other has erased. All shown facts of the task stay, except its file; so do its stored
   * bytes.
   */
  rewrite(taskId: TaskId, part: TaskPart): Promise<boolean>;

  /**
   * Removes expired tasks as {@link remove} does, one by one, in the order of their ends, and resolves to their number. Tasks that a list
   * of the `ListStore` over the same data keeps do not expire. A count below the limit means that no more have expired. A task that cannot
   * be removed does not stop the others: the next call tries it again, and a call that finds only such tasks rejects with their error.
   */
  expire(expiry: TaskExpiry): Promise<number>;
}
