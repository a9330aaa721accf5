import { utcDayOf } from '../../model/account-bounds.js';
import type { AccountId } from '../../model/identifiers.js';
import type { StoreTime } from '../../ports/store-time.js';

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
