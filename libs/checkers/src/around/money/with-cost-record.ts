import { type AnyChecker, askOf, type SameKind, sameKind } from '../../calls/same-kind.js';
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

/** What was asked of a checker since it was created, and what it costs by the price that was given. */
export interface CostReport {
  readonly calls: number;
  /** Calls that rejected. */
  readonly failedCalls: number;
  readonly numbers: number;
  /** All in all, with what calls cost by themselves. */
  readonly cost: number;
  /**
   * By status. `check_failed` has the numbers of calls that rejected as well; what those of an aborted call may have cost is in `cost` alone.
   */
  readonly byAnswer: Readonly<Record<PricedAnswer, CostOfAnswer>>;
}

export interface HasCosts {
  costReport(): CostReport;
}

/**
 * Counts calls, numbers and their price. Put it next to the upstream's checker, inside of everything that spares calls. Outages are free, and
 * a call that was aborted counts at the highest price: it may have been charged.
 *
 * Throws TypeError or RangeError for a price that is none.
 */
export function withCostRecord<Checker extends AnyChecker>(
  checker: Checker,
  price: Price,
): SameKind<Checker> & HasCosts {
  const ask = askOf(checker);
  const prices = new PriceList(price);
  const numbers = new Map<PricedAnswer, number>(PRICED_ANSWERS.map((answer) => [answer, 0]));
  let calls = 0;
  let failedCalls = 0;
  let cost = 0;

  const count = (answer: PricedAnswer, more: number): void => {
    numbers.set(answer, (numbers.get(answer) ?? 0) + more);
  };

  const wrapped = sameKind(checker, async (asked, context) => {
    calls += 1;
    try {
      const answers = await ask(asked, context);
      cost += prices.ofAnswers(answers);
      for (const answer of answers) count(pricedAnswer(answer), 1);
      return answers;
    } catch (error) {
      failedCalls += 1;
      cost += prices.ofFailure(asked.length, error, context.signal.aborted);
      count('check_failed', asked.length);
      throw error;
    }
  });

  return Object.assign(wrapped, {
    costReport(): CostReport {
      const byAnswer = PRICED_ANSWERS.map((answer) => {
        const some = numbers.get(answer) ?? 0;
        return [answer, { numbers: some, cost: (some * prices.ofNumber(answer)) / MILLIONTHS }] as const;
      });
      const all = [...numbers.values()].reduce((sum, some) => sum + some, 0);
      return {
        calls,
        failedCalls,
        numbers: all,
        cost: cost / MILLIONTHS,
        // It has an entry for each of them.
        byAnswer: Object.fromEntries(byAnswer) as Record<PricedAnswer, CostOfAnswer>,
      };
    },
  });
}
