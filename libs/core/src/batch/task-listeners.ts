import type { TaskId } from '../model/identifiers.js';

/** Notifies the listeners of this process about a change of a task. They get no arguments, and read the task store for more. */
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
