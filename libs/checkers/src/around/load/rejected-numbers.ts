import type { E164 } from '@dialproof/core';
import { isOutage, type NumberOutcome, retryAfterOf } from '../../calls/number-outcomes.js';

/** The most numbers that are remembered: the one that was noted longest ago is forgotten. */
const MAX_REMEMBERED = 10_000;
/** The factor by which the next call of a number is smaller than the rejected one, as in the service. */
const DIVISOR = 10;

/** For a number whose last call failed for another reason than its numbers: its next call has the usual size. */
const ANY = Number.POSITIVE_INFINITY;

/** Numbers whose last call was rejected, but not with an outage. One of them may be the cause, unless the error has a `retryAfterMs`. */
export class RejectedNumbers {
  readonly #mostNumbers = new Map<E164, number>();

  /** The most numbers that the next call with this one is to have; undefined if it may have as many as any. */
  mostNumbers(number: E164): number | undefined {
    if (this.#mostNumbers.size === 0) return undefined;
    const mostNumbers = this.#mostNumbers.get(number);
    return mostNumbers === ANY ? undefined : mostNumbers;
  }

  /** Notes the outcomes of the numbers of one call. */
  note(outcomes: ReadonlyMap<E164, NumberOutcome>): void {
    for (const [number, outcome] of outcomes) {
      if ('error' in outcome && isOutage(outcome.error)) continue;
      const before = this.#mostNumbers.get(number);
      this.#mostNumbers.delete(number);
      if (!('error' in outcome)) continue;
      this.#mostNumbers.set(number, mostAfter(outcome.error, before, outcomes.size));
      const [oldest] = this.#mostNumbers.keys();
      if (this.#mostNumbers.size > MAX_REMEMBERED && oldest !== undefined) this.#mostNumbers.delete(oldest);
    }
  }

  forget(numbers: readonly E164[]): void {
    for (const number of numbers) this.#mostNumbers.delete(number);
  }
}

/** `before`: the most that the call was to have. One that fails again is divided as if its numbers had been the reason both times. */
function mostAfter(error: unknown, before: number | undefined, numbers: number): number {
  if (before === undefined && retryAfterOf(error) !== undefined) return ANY;
  const divisor = before === ANY ? DIVISOR ** 2 : DIVISOR;
  return Math.max(1, Math.floor(numbers / divisor));
}
