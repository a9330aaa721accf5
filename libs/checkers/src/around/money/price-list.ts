import { type BulkAnswer, VERIFICATION_STATUSES, type VerificationStatus } from '@dialproof/core';
import { isOutage } from '../../calls/number-outcomes.js';
import { numberOption } from '../../calls/option-checks.js';
import { statusOf } from '../../calls/same-kind.js';

/** What became of a number, for its price. */
export type PricedAnswer = VerificationStatus | 'check_failed';

export const PRICED_ANSWERS: readonly PricedAnswer[] = [...VERIFICATION_STATUSES, 'check_failed'];

/** What the upstream asks for, in whatever unit the operator reckons in, from 0 to 1,000,000, exact to a millionth. */
export interface Price {
  /** For a call, however many numbers it carries. Default 0. */
  readonly perCall?: number;
  /** For a number: a price for each answer, failed checks being free; or one by status, those left out being free. Default 0. */
  readonly perNumber?: number | Readonly<Partial<Record<PricedAnswer, number>>>;
}

/** Sums of money are whole millionths, which add up exactly. */
export const MILLIONTHS = 1_000_000;

export class PriceList {
  readonly perCall: number;
  readonly #perNumber: ReadonlyMap<PricedAnswer, number>;
  readonly #highest: number;

  /** Throws TypeError or RangeError for a price that is none, or where nothing costs anything. */
  constructor({ perCall = 0, perNumber = 0 }: Price) {
    this.perCall = millionths('perCall', perCall);
    this.#perNumber = new Map(
      typeof perNumber === 'object'
        ? Object.entries(perNumber).map(([name, price]) => readPrice(name, price))
        : VERIFICATION_STATUSES.map((status) => [status, millionths('perNumber', perNumber)]),
    );
    this.#highest = Math.max(0, ...this.#perNumber.values());
    if (this.perCall + this.#highest === 0) throw new RangeError('the price is 0: give perCall or perNumber');
  }

  ofNumber(answer: PricedAnswer): number {
    return this.#perNumber.get(answer) ?? 0;
  }

  /** The most that a call with so many numbers can cost. */
  highest(count: number): number {
    return this.perCall + count * this.#highest;
  }

  ofAnswers(answers: readonly BulkAnswer[]): number {
    return answers.reduce((sum, answer) => sum + this.ofNumber(pricedAnswer(answer)), this.perCall);
  }

  /**
   * A call that rejected. An outage is a refusal, which is free. One that was aborted was sent and never answered: it may have been charged,
   * and counts at the highest price.
   */
  ofFailure(count: number, error: unknown, isAborted: boolean): number {
    if (isOutage(error)) return 0;
    return isAborted ? this.highest(count) : this.perCall + count * this.ofNumber('check_failed');
  }
}

export function pricedAnswer(answer: BulkAnswer): PricedAnswer {
  return statusOf(answer) ?? 'check_failed';
}

function readPrice(name: string, price: number | undefined): [PricedAnswer, number] {
  const answer = PRICED_ANSWERS.find((one) => one === name);
  if (answer === undefined) throw new TypeError(`perNumber has ${name}, which is no verification status`);
  return [answer, millionths(`perNumber.${name}`, price ?? 0)];
}

export function millionths(name: string, amount: number): number {
  return Math.round(numberOption(name, amount, { max: 1_000_000 }) * MILLIONTHS);
}
