import type { TaskId } from '../model/identifiers.js';

/** Tells those who wait in this process that something happened to a task. A notice carries nothing: the task store knows the rest. */
export class TaskNotices {
  readonly #listeners = new Map<TaskId, Set<() => void>>();

  /** Calls `listener` at each notice until the function that is returned is called. */
  listen(taskId: TaskId, listener: () => void): () => void {
    const listeners = this.#listeners.get(taskId) ?? new Set();
    this.#listeners.set(taskId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(taskId) === listeners) this.#listeners.delete(taskId);
    };
  }

  notify(taskId: TaskId): void {
    for (const listener of this.#listeners.get(taskId) ?? []) listener();
  }
}
