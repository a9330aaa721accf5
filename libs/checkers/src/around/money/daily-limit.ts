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
/** How often a waiting check looks whether calls under way have given money back. */
const LOOK_MS = 250;

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
  /** The money that this process has set aside for calls under way, in millionths. */
  #setAside = 0;
  /** The calls that have ended in this process. */
  #ended = 0;
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
      const now = this.#clock.now();
      const day = this.#dayOf(now);
      if (await this.#takeOf(day, amount)) return { end: (cost) => this.#end(day, amount, cost) };
      const ended = this.#ended;
      const spent = (await this.#counts.spent(day)) - this.#setAside;
      // A sum that was read before a call ended may contain money that the call gave back.
      const isExact = ended === this.#ended;
      if (isExact && spent + amount > this.#limit) throw this.#usedUp(DAY_MS - (now % DAY_MS));
      if (this.#clock.elapsed() >= until) throw setAsideForOthers();
      await wait(this.#clock, LOOK_MS, signal);
    }
  }

  /** Written as `2026-01-31`. Most calls are of the same day as the one before. */
  #dayOf(now: number): string {
    const index = Math.floor(now / DAY_MS);
    if (index !== this.#day.index) this.#day = { index, name: new Date(now).toISOString().slice(0, 10) };
    return this.#day.name;
  }

  async #takeOf(day: string, amount: number): Promise<boolean> {
    // Before the counts take the amount: in the other order, another call could see it there and take it for spent.
    this.#setAside += amount;
    let isTaken = false;
    try {
      isTaken = await this.#counts.take(day, amount, this.#limit);
      return isTaken;
    } finally {
      if (!isTaken) this.#setAside -= amount;
    }
  }

  async #end(day: string, amount: number, cost: number): Promise<void> {
    try {
      if (cost < amount) await this.#counts.giveBack(day, amount - cost);
    } catch {
      // An answer is worth more than an exact sum: if money cannot be given back, the limit is reached a little early.
    } finally {
      this.#setAside -= amount;
      this.#ended += 1;
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
