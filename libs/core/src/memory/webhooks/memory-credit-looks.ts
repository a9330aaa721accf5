import type { AccountId } from '../../model/identifiers.js';
import type { Clock } from '../../ports/clock.js';
import type { CreditLooks } from '../../ports/webhook-store.js';
import { msUntilNext } from '../ms-until.js';

interface Look {
  /** By the clock's elapsed time. */
  lookedAt: number;
  isLow: boolean;
}

const NEVER: Look = { lookedAt: Number.NEGATIVE_INFINITY, isLow: false };

/** When the credits of accounts were looked at, and what was found, in the {@link MemoryWebhookStore}. */
export class MemoryCreditLooks {
  readonly #clock: Clock;
  readonly #looks = new Map<AccountId, Look>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lets an account be looked at at once, as one whose credits are not low. */
  begin(account: AccountId): void {
    this.#looks.set(account, { ...NEVER });
  }

  claim(watched: ReadonlySet<AccountId>, everyMs: number, limit: number): CreditLooks {
    const now = this.#clock.elapsed();
    const dueAt = (account: AccountId): number => this.#of(account).lookedAt + everyMs;
    const accounts = [...watched]
      .filter((account) => dueAt(account) <= now)
      .sort((one, other) => dueAt(one) - dueAt(other))
      .slice(0, limit);
    for (const account of accounts) this.#of(account).lookedAt = now;
    // Infinity where nobody is watched.
    const next = Math.min(...[...watched].map(dueAt));
    return { accounts, retryAfterMs: msUntilNext(next, now) };
  }

  /** Keeps what a look found, and returns whether credits are low that were not at the look before. */
  found(account: AccountId, isLow: boolean): boolean {
    const look = this.#of(account);
    const isNew = isLow && !look.isLow;
    look.isLow = isLow;
    return isNew;
  }

  #of(account: AccountId): Look {
    const known = this.#looks.get(account);
    if (known !== undefined) return known;
    const look = { ...NEVER };
    this.#looks.set(account, look);
    return look;
  }
}
