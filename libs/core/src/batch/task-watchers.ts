import type { TaskId } from '../identifiers.js';

/** Tells those who wait in this process that a task has changed. A notice carries nothing: the task store knows the rest. */
export class TaskWatchers {
  readonly #watchers = new Map<TaskId, Set<() => void>>();

  /** Calls `watcher` at each change until the function that is returned is called. */
  add(taskId: TaskId, watcher: () => void): () => void {
    const watchers = this.#watchers.get(taskId) ?? new Set();
    this.#watchers.set(taskId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(taskId);
    };
  }

  notify(taskId: TaskId): void {
    for (const watcher of this.#watchers.get(taskId) ?? []) watcher();
  }
}
