import type { AccountId, TaskId } from '../model/identifiers.js';
import type { Task, TaskStatus } from '../model/task.js';

export interface TaskListRequest {
  /** Whose tasks. */
  readonly accountId: AccountId;
  /** Only tasks in this status; null: in any. */
  readonly status: TaskStatus | null;
  /** How many tasks at most, at least 1. */
  readonly limit: number;
  /** The `nextCursor` of the page before, null for the first page. */
  readonly cursor: string | null;
}

export interface TaskPage {
  /** As {@link TaskStore.find} shows them. */
  readonly tasks: readonly Task[];
  /** Where the next page begins; null when no task follows. Opaque, and of use to the same account and status alone. */
  readonly nextCursor: string | null;
}

export interface TaskExpiry {
  /** How long ago a task has to have ended, by the store's time. */
  readonly endedBeforeMs: number;
  /** How many tasks to remove at most, at least 1, so that no call takes long. */
  readonly limit: number;
}

/**
 * Lists and removes what a task store keeps: an optional part of it, over the same tasks. Each method is atomic and durable by
 * itself and may be repeated.
 */
export interface TaskArchive {
  /**
   * The account's tasks, newest first by `createdAt`; drafts are no tasks. While tasks are added or removed, the pages that follow
   * one another show every other task once. A cursor that is none rejects with `malformed_request`.
   */
  list(request: TaskListRequest): Promise<TaskPage>;

  /**
   * Removes a task that has ended: its rows, its statuses and its file's name are gone, and `find` resolves to undefined. Resolves
   * to whether it did: false, changing nothing, for a task that has not ended or whose retry was begun, and for an id that is no
   * task's (any more).
   */
  remove(taskId: TaskId): Promise<boolean>;

  /**
   * Removes tasks as {@link remove} does, those that ended first, each by itself, and resolves to how many. A count below the limit
   * says that no more have expired.
   */
  expire(expiry: TaskExpiry): Promise<number>;
}
