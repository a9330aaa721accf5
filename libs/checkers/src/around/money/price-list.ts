import { type BulkAnswer, VERIFICATION_STATUSES, type VerificationStatus } from '@dialproof/core';
import { isOutage } from '../../calls/number-outcomes.js';
import { numberOption } from '../../calls/option-checks.js';
import { statusOf } from '../../calls/same-kind.js';
import { FINDINGS, type Finding, findingOf } from '../../line-state.js';

/** The outcome of a number. */
export type PricedAnswer = VerificationStatus | 'check_failed';

export const PRICED_ANSWERS: readonly PricedAnswer[] = [...VERIFICATION_STATUSES, 'check_failed'];

/** The outcomes that may have a price: a status, a failed check, or a finding, whose price replaces that of its status. */
export type PricedOutcome = PricedAnswer | Finding;

export const PRICED_OUTCOMES: readonly PricedOutcome[] = [...PRICED_ANSWERS, ...FINDINGS];

/** The prices of the upstream, in any unit of money, from 0 to 1,000,000, exact to a millionth. */
export interface Price {
  /** For a call, however many numbers it carries. Default 0. */
  readonly perCall?: number;
  /** For a number: one price for every answer, with failed checks free; or prices by outcome, with omitted outcomes free. Default 0. */
  readonly perNumber?: number | Readonly<Partial<Record<PricedOutcome, number>>>;
}

/** Sums of money are whole millionths, which add up exactly. */
export const MILLIONTHS = 1_000_000;

export const HIGHEST_PRICE = 1_000_000;

/** In millionths. */
export interface CostOfFailure {
  readonly cost: number;
  /** The call was sent and not answered: the vendor may have charged it or not. */
  readonly isUncertain: boolean;
}

const FREE: CostOfFailure = { cost: 0, isUncertain: false };

/** Amounts are in millionths. */
export class PriceList {
  readonly perCall: number;
  readonly #perNumber: ReadonlyMap<PricedOutcome, number>;
  readonly #hasFindings: boolean;
  readonly #highest: number;

  /** Throws TypeError or RangeError for a malformed price, or if everything is free. */
  constructor({ perCall = 0, perNumber = 0 }: Price) {
    this.perCall = millionths('perCall', perCall);
    this.#perNumber = new Map(
      typeof perNumber === 'object'
        ? Object.entries(perNumber).map(([name, price]) => readPrice(name, price))
        : VERIFICATION_STATUSES.map((status) => [status, millionths('perNumber', perNumber)]),
    );
    this.#hasFindings = FINDINGS.some((finding) => this.#perNumber.has(finding));
    this.#highest = Math.max(0, ...this.#perNumber.values());
    if (this.perCall + this.#highest === 0) throw new RangeError('the price is 0: give perCall or perNumber');
  }

  ofAnswer(answer: BulkAnswer): number {
    if (this.#hasFindings && answer !== 'check_failed') {
      const finding = findingOf(answer);
      const price = finding === undefined ? undefined : this.#perNumber.get(finding);
      if (price !== undefined) return price;
    }
    return this.#perNumber.get(pricedAnswer(answer)) ?? 0;
  }

  /** The highest cost of a call with this many numbers. */
  highest(count: number): number {
    return this.perCall + count * this.#highest;
  }

  ofAnswers(answers: readonly BulkAnswer[]): number {
    let sum = this.perCall;
    for (const answer of answers) sum += this.ofAnswer(answer);
    return sum;
  }

  /**
   * A rejected call. It is free if the upstream refused it, as in an outage, or never got it. A call that was sent without a readable
   * answer, or was aborted, may have been charged: it counts at the highest price. The error's `mayBeCharged` decides; without it, each
   * number costs the price of `check_failed`.
   */
  ofFailure(count: number, error: unknown, isAborted: boolean): CostOfFailure {
    const mayBeCharged = mayBeChargedOf(error);
    if (mayBeCharged === undefined ? isOutage(error) : !mayBeCharged) return FREE;
    if (isAborted || mayBeCharged) return { cost: this.highest(count), isUncertain: true };
    const perNumber = this.#perNumber.get('check_failed') ?? 0;
    return { cost: this.perCall + count * perNumber, isUncertain: false };
  }
}

export function pricedAnswer(answer: BulkAnswer): PricedAnswer {
  return statusOf(answer) ?? 'check_failed';
}

/** Whether the upstream may have charged a failed call; undefined if the error does not say. */
function mayBeChargedOf(error: unknown): boolean | undefined {
  const told: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'mayBeCharged') : undefined;
  return typeof told === 'boolean' ? told : undefined;
}

function readPrice(name: string, price: number | undefined): [PricedOutcome, number] {
  const outcome = PRICED_OUTCOMES.find((one) => one === name);
  if (outcome === undefined) throw new TypeError(`perNumber has ${name}, which is no outcome of a check`);
  return [outcome, millionths(`perNumber.${name}`, price ?? 0)];
}

export function millionths(name: string, amount: number): number {
  return Math.round(numberOption(name, amount, { max: HIGHEST_PRICE }) * MILLIONTHS);
}
