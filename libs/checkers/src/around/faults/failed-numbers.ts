import type { E164 } from '@dialproof/core';

/** The most numbers that are remembered: the one that failed longest ago is forgotten. */
const MAX_FAILED = 10_000;

/** Numbers whose last call failed. */
export class FailedNumbers {
  readonly #numbers = new Set<E164>();

  /** Whether all of them had failed before. */
  note(numbers: readonly E164[]): boolean {
    const isRepeat = numbers.every((number) => this.#numbers.has(number));
    for (const number of numbers) {
      this.#numbers.delete(number);
      this.#numbers.add(number);
    }
    for (const oldest of this.#numbers) {
      if (this.#numbers.size <= MAX_FAILED) break;
      this.#numbers.delete(oldest);
    }
    return isRepeat;
  }

  forget(numbers: readonly E164[]): void {
    if (this.#numbers.size > 0) for (const number of numbers) this.#numbers.delete(number);
  }
}
