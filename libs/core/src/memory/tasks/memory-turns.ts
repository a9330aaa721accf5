import type { AccountId } from '../../model/identifiers.js';
import type { MemoryTask } from './memory-task.js';

/**
 * Unfinished tasks in the order of their turns. Maps keep the order of insertion: here, the account that was served longest ago comes
 * first, and so does the task within its account.
 */
export class MemoryTurns {
  readonly #accounts = new Map<AccountId, Set<MemoryTask>>();

  add(task: MemoryTask): void {
    const tasks = this.#accounts.get(task.accountId) ?? new Set();
    this.#accounts.set(task.accountId, tasks.add(task));
  }

  remove(task: MemoryTask): void {
    const tasks = this.#accounts.get(task.accountId);
    tasks?.delete(task);
    if (tasks?.size === 0) this.#accounts.delete(task.accountId);
  }

  /** Moves a served task behind the others of its account, and its account behind the other accounts. */
  pass(task: MemoryTask): void {
    const tasks = this.#accounts.get(task.accountId);
    if (!tasks?.delete(task)) return;
    this.#accounts.delete(task.accountId);
    this.#accounts.set(task.accountId, tasks.add(task));
  }

  *[Symbol.iterator](): Generator<MemoryTask, void, undefined> {
    for (const tasks of this.#accounts.values()) yield* tasks;
  }
}
