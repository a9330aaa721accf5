import { assertOptionNames } from '@dialproof/core';
import { type AnyChecker, askOf, numbersPerCall, type SameKind, sameKind } from '../../calls/same-kind.js';
import { DailyLimit, type DailyLimitOptions } from './daily-limit.js';
import { type Price, PriceList } from './price-list.js';

/** A limit of this checker's own, or one that it shares with others. */
export type SpendingLimitOptions = { readonly price: Price } & (
  | DailyLimitOptions
  | { readonly limit: DailyLimit }
);

/**
 * Makes no more calls on a day whose limit is reached: checks are rejected with `checker_out_of_funds` until midnight UTC. A call begins
 * only if its highest possible price fits. That price is set aside, and the rest is given back when the call has ended. So the limit is
 * never exceeded, as long as the price is right. A call that the upstream refused or never got is free. A call that was aborted, or sent
 * without a readable answer, counts at the highest price, since it may have been charged.
 *
 * If only running calls of this process leave no money, a call waits for them, since they may give some back: for a second, after which it
 * is rejected with `checker_unavailable` and a second to wait for. What other processes over the same counts have set aside counts as spent
 * until their calls have ended.
 *
 * Where the counts are away, the check fails.
 *
 * Throws TypeError or RangeError for a limit or a price out of its bounds, or a limit that does not pay for one full call.
 */
export function withSpendingLimit<Checker extends AnyChecker>(
  checker: Checker,
  options: SpendingLimitOptions,
): SameKind<Checker> {
  const { price, ...limits } = options;
  const limit = 'limit' in limits ? sharedLimit(limits) : new DailyLimit(limits);
  const ask = askOf(checker);
  const prices = new PriceList(price);
  limit.requirePays(prices.highest(numbersPerCall(checker)));

  return sameKind(checker, async (numbers, context) => {
    context.signal.throwIfAborted();
    const highest = prices.highest(numbers.length);
    const money = await limit.take(highest, context.signal);
    let cost = 0;
    try {
      context.signal.throwIfAborted();
      cost = highest;
      const answers = await ask(numbers, context);
      cost = prices.ofAnswers(answers);
      return answers;
    } catch (error) {
      if (cost > 0) cost = prices.ofFailure(numbers.length, error, context.signal.aborted).cost;
      throw error;
    } finally {
      await money.end(cost);
    }
  });
}

function sharedLimit(limits: { readonly limit: DailyLimit }): DailyLimit {
  assertOptionNames('withSpendingLimit', limits, { limit: true });
  return limits.limit;
}
