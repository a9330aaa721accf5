import type { E164 } from '@dialproof/core';
import { isOutage, type NumberOutcome } from '../../calls/number-outcomes.js';

/** How many numbers are remembered: the one that was noted longest ago is forgotten. */
const MAX_REMEMBERED = 10_000;
/** By how much the next call of a number is smaller than the one that was rejected: as the service divides its own. */
const DIVISOR = 10;

/** Numbers whose last call was rejected, and not for an outage. One of them may be why. */
export class RejectedNumbers {
  readonly #mostNumbers = new Map<E164, number>();

  /** The most numbers that the next call with this one is to have; undefined if its last call was not rejected. */
  mostNumbers(number: E164): number | undefined {
    return this.#mostNumbers.size === 0 ? undefined : this.#mostNumbers.get(number);
  }

  /** Notes what became of the numbers of one call. */
  note(outcomes: ReadonlyMap<E164, NumberOutcome>): void {
    const mostNumbers = Math.max(1, Math.floor(outcomes.size / DIVISOR));
    for (const [number, outcome] of outcomes) {
      if ('error' in outcome && isOutage(outcome.error)) continue;
      this.#mostNumbers.delete(number);
      if (!('error' in outcome)) continue;
      this.#mostNumbers.set(number, mostNumbers);
      const [oldest] = this.#mostNumbers.keys();
      if (this.#mostNumbers.size > MAX_REMEMBERED && oldest !== undefined) this.#mostNumbers.delete(oldest);
    }
  }

  forget(numbers: readonly E164[]): void {
    for (const number of numbers) this.#mostNumbers.delete(number);
  }
}
