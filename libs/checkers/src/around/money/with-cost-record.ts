import type { BulkAnswer } from '@dialproof/core';
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
  /** By status. `check_failed` also counts the numbers of rejected calls, without their cost. */
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
