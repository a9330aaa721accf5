import { type AccountUsage, utcDayOf } from '../../model/account-bounds.js';
import type { AccountId } from '../../model/identifiers.js';
import type { StoreTime } from '../../ports/store-time.js';
import type { MemoryTask } from './memory-task.js';

/** How many tasks each account has queued on the present day of the store's time. */
export class MemoryTaskDay {
  readonly #time: StoreTime;
  readonly #tasks = new Map<AccountId, number>();
  #day = Number.NEGATIVE_INFINITY;

  constructor(time: StoreTime) {
    this.#time = time;
  }

  count(accountId: AccountId): void {
    this.#tasks.set(accountId, this.tasksOf(accountId) + 1);
  }

  tasksOf(accountId: AccountId): number {
    const { day } = utcDayOf(this.#time.now());
    if (day !== this.#day) this.#tasks.clear();
    this.#day = day;
    return this.#tasks.get(accountId) ?? 0;
  }

  endsInMs(): number {
    return utcDayOf(this.#time.now()).endsInMs;
  }
}

/** The usage of an account: its share of these tasks, and the tasks that it has queued on this day. */
export function usageOf(accountId: AccountId, tasks: Iterable<MemoryTask>, day: MemoryTaskDay): AccountUsage {
  let unfinishedTasks = 0;
  let bytes = 0;
  for (const task of tasks) {
    const { accountId: owner, document } = task;
    if (owner !== accountId || document.task === null) continue;
    if (!document.hasEnded) unfinishedTasks += 1;
    bytes += task.storedBytes();
  }
  const tasksToday = day.tasksOf(accountId);
  return { unfinishedTasks, storedBytes: bytes, tasksToday, dayEndsInMs: day.endsInMs() };
}
