import {
  type Clock,
  DialproofError,
  MemorySpendingCounts,
  type SpendingCounts,
  systemClock,
} from '@dialproof/core';
import { type AnyChecker, askOf, numbersPerCall, type SameKind, sameKind } from '../../calls/same-kind.js';
import { MILLIONTHS, millionths, type Price, PriceList } from './price-list.js';

export interface SpendingLimitOptions {
  /** The most that a day may cost, in the unit of the price, from a millionth to 1,000,000. A day is one in UTC. */
  readonly perDay: number;
  readonly price: Price;
  /** Where the day's sum is kept. Default: this process, which begins at 0 when it starts. */
  readonly counts?: SpendingCounts;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

const DAY_MS = 86_400_000;
/** When a check may be tried that only calls under way leave no money for, in milliseconds. */
const SHORT_PAUSE_MS = 1_000;

/**
 * Asks no more on a day whose limit is reached: checks are rejected with `checker_out_of_funds` until midnight UTC. A call begins only
 * if the highest price that it can have fits, which is set aside; what it did not cost is given back when it has ended. So the limit is never
 * passed, as long as the price is right. Outages are free, and a call that was aborted counts at the highest price: it may have been charged.
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
  const limit = millionths('perDay', options.perDay);
  const counts = options.counts ?? new MemorySpendingCounts();
  const clock = options.clock ?? systemClock;
  if (prices.highest(numbersPerCall(checker)) > limit)
    throw new RangeError(`perDay is ${options.perDay}, which does not pay for one full call`);
  /** What this process has set aside for calls under way. */
  let setAside = 0;

  /** Resolves to the day that the amount was taken from. */
  const take = async (amount: number): Promise<string> => {
    const now = clock.now();
    const day = new Date(now).toISOString().slice(0, 10);
    if (await counts.take(day, amount, limit)) return day;
    // Without what the calls under way have set aside, its own amount included.
    const isUsedUp = (await counts.spent(day)) - setAside + 2 * amount > limit;
    throw isUsedUp ? usedUp(limit, DAY_MS - (now % DAY_MS)) : setAsideForOthers();
  };

  return sameKind(checker, async (numbers, context) => {
    context.signal.throwIfAborted();
    const highest = prices.highest(numbers.length);
    setAside += highest;
    try {
      const day = await take(highest);
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
      setAside -= highest;
    }
  });
}

function usedUp(limit: number, retryAfterMs: number): DialproofError {
  const hint = `the spending limit of ${limit / MILLIONTHS} a day is reached: raise perDay, or wait until midnight UTC`;
  return new DialproofError('checker_out_of_funds', { hint, retryAfterMs });
}

function setAsideForOthers(): DialproofError {
  const hint = 'what is left of the spending limit is set aside for calls under way';
  return new DialproofError('checker_unavailable', { hint, retryAfterMs: SHORT_PAUSE_MS });
}
