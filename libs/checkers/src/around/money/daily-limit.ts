import {
  assertOptionNames,
  type Clock,
  DialproofError,
  MemorySpendingCounts,
  type SpendingCounts,
  systemClock,
} from '@dialproof/core';
import { wait } from '../../calls/waiting.js';
import { MILLIONTHS, millionths } from './price-list.js';

export interface DailyLimitOptions {
  /** The highest cost of a day in UTC, in the unit of the prices, from a millionth to 1,000,000. */
  readonly perDay: number;
  /** Keeps the day's sum. Default: this process, which begins at 0 when it starts. */
  readonly counts?: SpendingCounts;
  /** The name of the limit in messages: the setting that an operator knows. Default `perDay`. */
  readonly limitName?: string;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** Money that a call may cost, which is set aside until the call has ended. */
export interface MoneyTaken {
  /** Gives back the money that the call did not cost. Never rejects. */
  end(cost: number): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Milliseconds that a check waits for the calls under way, and the pause before another attempt if that was not enough. */
const SHORT_PAUSE_MS = 1_000;

/**
 * The most that a day may cost, over all of the checkers that `withSpendingLimit` puts it around: they spend of one sum, and wait for one
 * another's calls under way.
 *
 * Throws TypeError or RangeError for a limit out of its bounds.
 */
export class DailyLimit {
  readonly #limit: number;
  readonly #limitName: string;
  readonly #counts: SpendingCounts;
  readonly #clock: Clock;
  readonly #underWay = new MoneySetAside();
  #day = { index: Number.NaN, name: '' };

  constructor(options: DailyLimitOptions) {
    assertOptionNames('DailyLimit', options, { clock: true, counts: true, limitName: true, perDay: true });
    const { clock, counts, limitName = 'perDay', perDay } = options;
    this.#limit = millionths(limitName, perDay);
    this.#limitName = limitName;
    this.#counts = counts ?? new MemorySpendingCounts();
    this.#clock = clock ?? systemClock;
  }

  /** Throws RangeError for a call that costs more, in millionths, than a day may. */
  requirePays(highest: number): void {
    if (highest <= this.#limit) return;
    const perDay = this.#limit / MILLIONTHS;
    throw new RangeError(`${this.#limitName} is ${perDay}, which does not pay for one full call`);
  }

  /** Sets money aside, in millionths. Rejects with the codes of `withSpendingLimit` if there is none. */
  async take(amount: number, signal: AbortSignal): Promise<MoneyTaken> {
    const until = this.#clock.elapsed() + SHORT_PAUSE_MS;
    for (;;) {
      const { ends } = this.#underWay;
      const now = this.#clock.now();
      const day = this.#dayOf(now);
      if (await this.#takeOf(day, amount)) return { end: (cost) => this.#end(day, amount, cost) };
      const isUsedUp = (await this.#counts.spent(day)) - this.#underWay.amount + amount > this.#limit;
      if (isUsedUp) throw this.#usedUp(DAY_MS - (now % DAY_MS));
      const leftMs = until - this.#clock.elapsed();
      if (leftMs <= 0) throw setAsideForOthers();
      // A call that has ended while the counts were read may have given back enough.
      if (this.#underWay.ends === ends) await wait(this.#clock, leftMs, signal, this.#underWay.nextEnd());
      signal.throwIfAborted();
    }
  }

  /** Written as `2026-01-31`. Most calls are of the same day as the one before. */
  #dayOf(now: number): string {
    const index = Math.floor(now / DAY_MS);
    if (index !== this.#day.index) this.#day = { index, name: new Date(now).toISOString().slice(0, 10) };
    return this.#day.name;
  }

  async #takeOf(day: string, amount: number): Promise<boolean> {
    this.#underWay.begin(amount);
    let isTaken = false;
    try {
      isTaken = await this.#counts.take(day, amount, this.#limit);
      return isTaken;
    } finally {
      if (!isTaken) this.#underWay.giveUp(amount);
    }
  }

  async #end(day: string, amount: number, cost: number): Promise<void> {
    try {
      if (cost < amount) await this.#counts.giveBack(day, amount - cost);
    } catch {
      // An answer is worth more than an exact sum: if money cannot be given back, the limit is reached a little early.
    } finally {
      this.#underWay.end(amount);
    }
  }

  #usedUp(retryAfterMs: number): DialproofError {
    const limit = `${this.#limit / MILLIONTHS} a day is reached: raise ${this.#limitName}`;
    const hint = `the spending limit of ${limit}, or wait until midnight UTC`;
    return new DialproofError('checker_out_of_funds', { hint, retryAfterMs });
  }
}

function setAsideForOthers(): DialproofError {
  const hint = 'what is left of the spending limit is set aside for calls under way';
  return new DialproofError('checker_unavailable', { hint, retryAfterMs: SHORT_PAUSE_MS });
}

/** The money that one process has set aside for calls under way, in millionths. */
class MoneySetAside {
  amount = 0;
  /** The number of ended calls. */
  ends = 0;
  #nextEnd: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** Resolves when the next call has ended. By then, the money that it did not cost has been given back. */
  nextEnd(): Promise<void> {
    this.#nextEnd ??= newEnd();
    return this.#nextEnd.promise;
  }

  /** Call it before the counts take the amount. In the other order, another call could see it there and take it for spent. */
  begin(amount: number): void {
    this.amount += amount;
  }

  /** The counts did not have the amount. */
  giveUp(amount: number): void {
    this.amount -= amount;
  }

  end(amount: number): void {
    this.amount -= amount;
    this.ends += 1;
    this.#nextEnd?.resolve();
    this.#nextEnd = undefined;
  }
}

function newEnd() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((onResolve) => {
    resolve = onResolve;
  });
  return { promise, resolve };
}
