import { assertOptionNames, type BulkAnswer } from '@dialproof/core';
import { type AnyChecker, askOf, numbersPerCall, type SameKind, sameKind } from '../../calls/same-kind.js';
import { DailyLimit, type DailyLimitOptions } from './daily-limit.js';
import {
  MILLIONTHS,
  PRICED_ANSWERS,
  type Price,
  type PricedAnswer,
  PriceList,
  pricedAnswer,
} from './price-list.js';

export interface CostOfAnswer {
  readonly numbers: number;
  /** In the unit of the price. */
  readonly cost: number;
}

/** The calls of a checker since it was created, and their cost by the given price. */
export interface CostReport {
  readonly calls: number;
  /** Calls that rejected. */
  readonly failedCalls: number;
  readonly numbers: number;
  /** The total, including prices of calls, and `possiblyCharged`. */
  readonly cost: number;
  /** Calls that were sent and not answered: the vendor may have charged them. They count at the highest price. */
  readonly possiblyCharged: CostOfAnswer;
  /** Numbers and cost by status. `check_failed` also counts the numbers of rejected calls, without their cost. */
  readonly byAnswer: Readonly<Record<PricedAnswer, CostOfAnswer>>;
}

/** Adds up the costs of calls. Its amounts are in millionths. */
class CallCosts {
  readonly #prices: PriceList;
  readonly #byAnswer = new Map(PRICED_ANSWERS.map((answer) => [answer, { numbers: 0, cost: 0 }]));
  readonly #possiblyCharged = { numbers: 0, cost: 0 };
  #calls = 0;
  #failedCalls = 0;
  #cost = 0;

  constructor(prices: PriceList) {
    this.#prices = prices;
  }

  addAnswers(answers: readonly BulkAnswer[]): void {
    this.#calls += 1;
    this.#cost += this.#prices.perCall;
    for (const answer of answers) {
      const price = this.#prices.ofAnswer(answer);
      this.#cost += price;
      this.#count(pricedAnswer(answer), 1, price);
    }
  }

  addFailure(count: number, error: unknown, isAborted: boolean): void {
    const { cost, isUncertain } = this.#prices.ofFailure(count, error, isAborted);
    this.#calls += 1;
    this.#failedCalls += 1;
    this.#cost += cost;
    this.#count('check_failed', count, 0);
    if (!isUncertain) return;
    this.#possiblyCharged.numbers += count;
    this.#possiblyCharged.cost += cost;
  }

  report(): CostReport {
    const byAnswer = Array.from(this.#byAnswer, ([answer, sum]) => [answer, inUnits(sum)] as const);
    return {
      calls: this.#calls,
      failedCalls: this.#failedCalls,
      numbers: byAnswer.reduce((sum, [, { numbers }]) => sum + numbers, 0),
      cost: this.#cost / MILLIONTHS,
      possiblyCharged: inUnits(this.#possiblyCharged),
      // It has an entry for each of them.
      byAnswer: Object.fromEntries(byAnswer) as Record<PricedAnswer, CostOfAnswer>,
    };
  }

  #count(answer: PricedAnswer, numbers: number, cost: number): void {
    const sum = this.#byAnswer.get(answer);
    if (sum === undefined) return;
    sum.numbers += numbers;
    sum.cost += cost;
  }
}

function inUnits({ cost, numbers }: CostOfAnswer): CostOfAnswer {
  return { numbers, cost: cost / MILLIONTHS };
}

export interface HasCosts {
  costReport(): CostReport;
}

/**
 * Counts calls, numbers and their price. Put it next to the upstream's checker, inside of everything that spares calls. A call that the
 * upstream refused or never got is free. A call that was aborted, or sent and not answered in a way that can be read, counts at the highest
 * price: it may have been charged.
 *
 * Throws TypeError or RangeError for a malformed price.
 */
export function withCostRecord<Checker extends AnyChecker>(
  checker: Checker,
  price: Price,
): SameKind<Checker> & HasCosts {
  const ask = askOf(checker);
  const costs = new CallCosts(new PriceList(price));

  const wrapped = sameKind(checker, async (asked, context) => {
    try {
      const answers = await ask(asked, context);
      costs.addAnswers(answers);
      return answers;
    } catch (error) {
      costs.addFailure(asked.length, error, context.signal.aborted);
      throw error;
    }
  });
  return Object.assign(wrapped, { costReport: () => costs.report() });
}

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
 * If running calls of this process hold the rest of the money, a call waits for them, since they may give some back. After a second it is
 * rejected with `checker_unavailable` and a `retryAfterMs` of a second. Money that other processes with the same counts have set aside
 * counts as spent until their calls have ended.
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
