import type { AccountId, BalanceReadings, Clock } from '@dialproof/core';
import { msUntilNext } from './ms-until-next.js';

interface Reading {
  /** By the clock's elapsed time. */
  readAt: number;
  isLow: boolean;
}

const NEVER: Reading = { readAt: Number.NEGATIVE_INFINITY, isLow: false };

/** The last reading of each account's balance, in the {@link MemoryWebhookStore}. */
export class MemoryBalanceReadings {
  readonly #clock: Clock;
  readonly #readings = new Map<AccountId, Reading>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes an account due at once. Its credits count as not low until then. */
  begin(account: AccountId): void {
    this.#readings.set(account, { ...NEVER });
  }

  claim(watched: ReadonlySet<AccountId>, everyMs: number, limit: number): BalanceReadings {
    const now = this.#clock.elapsed();
    const dueAt = (account: AccountId): number => this.#of(account).readAt + everyMs;
    const accounts = [...watched]
      .filter((account) => dueAt(account) <= now)
      .sort((one, other) => dueAt(one) - dueAt(other))
      .slice(0, limit);
    for (const account of accounts) this.#of(account).readAt = now;
    // Infinity if no account is watched.
    const next = Math.min(...[...watched].map(dueAt));
    return { accounts, retryAfterMs: msUntilNext(next, now) };
  }

  /** Records a reading. Returns whether the credits are low now and were not at the previous reading. */
  found(account: AccountId, isLow: boolean): boolean {
    const reading = this.#of(account);
    const isNew = isLow && !reading.isLow;
    reading.isLow = isLow;
    return isNew;
  }

  #of(account: AccountId): Reading {
    const known = this.#readings.get(account);
    if (known !== undefined) return known;
    const reading = { ...NEVER };
    this.#readings.set(account, reading);
    return reading;
  }
}
