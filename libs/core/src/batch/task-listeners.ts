import type { TaskId } from '../model/identifiers.js';

/** Notifies the waiters of this process about a change of a task. The call has no arguments: the task store knows the rest. */
export class TaskListeners {
  readonly #listeners = new Map<TaskId, Set<() => void>>();

  /** Calls `listener` at each change until the returned function is called. */
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
