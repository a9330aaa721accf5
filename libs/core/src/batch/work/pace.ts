import type { Clock } from '../../ports/clock.js';

/** The time whose ends say how fast the work goes, in milliseconds. */
const WINDOW_MS = 100;
/** The most pieces of work that one claim takes because of the pace. */
const MOST_ENDS = 64;

/**
 * How many pieces of work have ended in this process within the last 100 milliseconds. So many are likely to be begun within the next, so a
 * claim may take as many: a chunk of a fast checker takes less time than its claim. A chunk of a slow checker takes longer than the window, so
 * its process claims one at a time, and the others find something to do too.
 */
export class Pace {
  readonly #clock: Clock;
  /** The ends within the window, the earliest first, by the clock's elapsed time. */
  readonly #ends: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get recentEnds(): number {
    const earliest = this.#clock.elapsed() - WINDOW_MS;
    while ((this.#ends[0] ?? Number.POSITIVE_INFINITY) < earliest) this.#ends.shift();
    return this.#ends.length;
  }

  noteEnd(): void {
    this.#ends.push(this.#clock.elapsed());
    if (this.#ends.length > MOST_ENDS) this.#ends.shift();
  }
}
