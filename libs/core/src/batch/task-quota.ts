import { type AccountBounds, assertFileWithin, STORED_TASK_BYTES } from '../model/accounts.js';
import type { AccountId } from '../model/identifiers.js';
import type { Task } from '../model/task.js';
import type { BoundedTasks } from '../ports/optional/bounded-tasks.js';
import type { Lease, RetryContents, TaskContents, TaskStore } from '../ports/task-store.js';

export interface TaskQuotaOptions {
  readonly store: Pick<TaskStore, 'enqueue' | 'resume'>;
  /** Null: accounts have no bounds. */
  readonly boundedTasks: BoundedTasks | null;
  readonly maxUnfinishedTasksPerAccount: number;
  readonly maxStoredBytesPerAccount: number;
  readonly maxDailyTasksPerAccount: number;
}

/** Queues tasks within the bounds of their account. */
export class TaskQuota {
  readonly #store: TaskQuotaOptions['store'];
  readonly #tasks: BoundedTasks | null;
  readonly #bounds: AccountBounds;

  constructor(options: TaskQuotaOptions) {
    this.#store = options.store;
    this.#tasks = options.boundedTasks;
    this.#bounds = {
      maxUnfinishedTasks: options.maxUnfinishedTasksPerAccount,
      maxStoredBytes: options.maxStoredBytesPerAccount,
      maxTasksPerDay: options.maxDailyTasksPerAccount,
    };
  }

  /**
   * Refuses a file before it is read if the account has no room for any file. Tasks that others queue in the meantime are counted by
   * {@link enqueue}.
   */
  async assertRoomForFile(accountId: AccountId): Promise<void> {
    if (this.#tasks === null) return;
    assertFileWithin(await this.#tasks.usage(accountId), this.#bounds, STORED_TASK_BYTES);
  }

  async enqueue(lease: Lease, contents: TaskContents): Promise<Task> {
    if (this.#tasks === null) return await this.#store.enqueue(lease, contents);
    return await this.#tasks.enqueueWithin(lease, contents, this.#bounds);
  }

  async resume(lease: Lease, contents: RetryContents): Promise<Task> {
    if (this.#tasks === null) return await this.#store.resume(lease, contents);
    return await this.#tasks.resumeWithin(lease, contents, this.#bounds);
  }
}
