import type { Task, TaskRequest } from '@dialproof/core';
import { SharedWatch, type WatchedService } from './shared-watch.js';
import { TaskFollower } from './task-follower.js';

/**
 * The watches of the tasks that are followed: one for each task, however many follow it, so that the store is read as often for fifty
 * streams of a task as for one.
 */
export class SharedWatches {
  readonly #service: WatchedService;
  readonly #watches = new Map<string, SharedWatch>();

  constructor(service: WatchedService) {
    this.#service = service;
  }

  /** Follows a task that was found right before, until `leave` is called. */
  follow(task: Task): TaskFollower {
    const { accountId, taskId } = task;
    // With the account, since the service shows a task only to its own account.
    const key = JSON.stringify([taskId, accountId]);
    return new TaskFollower(this.#watches.get(key) ?? this.#begin(key, { accountId, taskId }), task);
  }

  #begin(key: string, request: TaskRequest): SharedWatch {
    const watch = new SharedWatch(this.#service, request, () => this.#watches.delete(key));
    this.#watches.set(key, watch);
    return watch;
  }
}
