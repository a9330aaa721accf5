import type { Clock, E164 } from '@dialproof/core';

/** How many numbers are remembered. At 0.01 USD a call, they stand for 1,000 USD. */
const MAX_REMEMBERED = 100_000;

/**
 * The numbers whose last call was sent and never answered, so that it may have been charged. In memory alone: another process, or the same
 * one when it has started again, asks about such a number once more.
 */
export class ChargedCalls {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #lastingMs: number;
  /** The one that was noted first at the front. */
  readonly #notedAt = new Map<E164, number>();

  constructor(clock: Pick<Clock, 'elapsed'>, lastingMs: number) {
    this.#clock = clock;
    this.#lastingMs = lastingMs;
  }

  has(number: E164): boolean {
    this.#forget();
    return this.#notedAt.has(number);
  }

  note(number: E164): void {
    this.#notedAt.delete(number);
    this.#notedAt.set(number, this.#clock.elapsed());
    this.#forget();
  }

  #forget(): void {
    const until = this.#clock.elapsed() - this.#lastingMs;
    for (const [number, notedAt] of this.#notedAt) {
      if (notedAt > until && this.#notedAt.size <= MAX_REMEMBERED) return;
      this.#notedAt.delete(number);
    }
  }
}
