import {
  type Clock,
  DialproofError,
  MemorySpendingCounts,
  type SpendingCounts,
  systemClock,
} from '@dialproof/core';
import { type AnyChecker, askOf, numbersPerCall, type SameKind, sameKind } from '../../calls/same-kind.js';
import { wait } from '../../calls/waiting.js';
import { MILLIONTHS, millionths, type Price, PriceList } from './price-list.js';

export interface SpendingLimitOptions {
  /** The most that a day may cost, in the unit of the price, from a millionth to 1,000,000. A day is one in UTC. */
  readonly perDay: number;
  readonly price: Price;
  /** Where the day's sum is kept. Default: this process, which begins at 0 when it starts. */
  readonly counts?: SpendingCounts;
  /** How messages name the limit: what an operator sets it by. Default `perDay`. */
  readonly limitName?: string;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

const DAY_MS = 86_400_000;
/** How long a check waits for the calls under way, and when it may be tried again if that was not enough, in milliseconds. */
const SHORT_PAUSE_MS = 1_000;

/**
 * Asks no more on a day whose limit is reached: checks are rejected with `checker_out_of_funds` until midnight UTC. A call begins only
 * if the highest price that it can have fits, which is set aside; what it did not cost is given back when it has ended. So the limit is never
 * passed, as long as the price is right. Outages are free, and a call that was aborted counts at the highest price: it may have been charged.
 *
 * Where only calls of this process that are under way leave no money, a call waits for them, since they may give some back: for a second,
 * after which it is rejected with `checker_unavailable` and a second to wait for.
 *
 * Where the counts are away, the check fails.
 *
 * Throws TypeError or RangeError for a limit or a price that is none, or a limit that does not pay for one full call.
 */
export function withSpendingLimit<Checker extends AnyChecker>(
  checker: Checker,
  options: SpendingLimitOptions,
): SameKind<Checker> {
  const ask = askOf(checker);
  const prices = new PriceList(options.price);
  const limitName = options.limitName ?? 'perDay';
  const limit = millionths(limitName, options.perDay);
  const counts = options.counts ?? new MemorySpendingCounts();
  const clock = options.clock ?? systemClock;
  if (prices.highest(numbersPerCall(checker)) > limit)
    throw new RangeError(`${limitName} is ${options.perDay}, which does not pay for one full call`);
  const underWay = new MoneySetAside();

  /** Resolves to the day that the amount was taken from, which is set aside then. */
  const take = async (amount: number, signal: AbortSignal): Promise<string> => {
    const until = clock.elapsed() + SHORT_PAUSE_MS;
    for (;;) {
      // Asked for before the counts are, so that no end is missed meanwhile.
      const { nextEnd } = underWay;
      const now = clock.now();
      const day = new Date(now).toISOString().slice(0, 10);
      underWay.begin(amount);
      let isTaken = false;
      try {
        isTaken = await counts.take(day, amount, limit);
        if (isTaken) return day;
      } finally {
        if (!isTaken) underWay.giveUp(amount);
      }
      const isUsedUp = (await counts.spent(day)) - underWay.amount + amount > limit;
      if (isUsedUp) throw usedUp(limit / MILLIONTHS, limitName, DAY_MS - (now % DAY_MS));
      const leftMs = until - clock.elapsed();
      if (leftMs <= 0) throw setAsideForOthers();
      await wait(clock, leftMs, signal, nextEnd);
    }
  };

  return sameKind(checker, async (numbers, context) => {
    context.signal.throwIfAborted();
    const highest = prices.highest(numbers.length);
    const day = await take(highest, context.signal);
    try {
      let cost = 0;
      try {
        context.signal.throwIfAborted();
        cost = highest;
        const answers = await ask(numbers, context);
        cost = prices.ofAnswers(answers);
        return answers;
      } catch (error) {
        if (cost > 0) cost = prices.ofFailure(numbers.length, error, context.signal.aborted);
        throw error;
      } finally {
        // An answer is worth more than the sum: where it cannot be given back, the day ends a little early.
        if (cost < highest) await counts.giveBack(day, highest - cost).catch(() => undefined);
      }
    } finally {
      underWay.end(highest);
    }
  });
}

/** What this process has set aside for calls under way. */
class MoneySetAside {
  amount = 0;
  #end: () => void = () => undefined;
  #nextEnd = this.#newEnd();

  /** Resolves when the next call has ended, and has given back what it did not cost. */
  get nextEnd(): Promise<void> {
    return this.#nextEnd;
  }

  /** Before the counts are asked for the amount: what they have counted already must not pass for spent. */
  begin(amount: number): void {
    this.amount += amount;
  }

  /** The counts did not have the amount. */
  giveUp(amount: number): void {
    this.amount -= amount;
  }

  end(amount: number): void {
    this.amount -= amount;
    const end = this.#end;
    this.#nextEnd = this.#newEnd();
    end();
  }

  #newEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#end = resolve;
    });
  }
}

function usedUp(limit: number, limitName: string, retryAfterMs: number): DialproofError {
  const hint = `the spending limit of ${limit} a day is reached: raise ${limitName}, or wait until midnight UTC`;
  return new DialproofError('checker_out_of_funds', { hint, retryAfterMs });
}

function setAsideForOthers(): DialproofError {
  const hint = 'what is left of the spending limit is set aside for calls under way';
  return new DialproofError('checker_unavailable', { hint, retryAfterMs: SHORT_PAUSE_MS });
}
