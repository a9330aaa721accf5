import type { Clock } from '../../ports/clock.js';

/** The time whose ends say how fast the work goes, in milliseconds. */
const WINDOW_MS = 100;
/** The most pieces of work under way because of the pace, in one process. */
const MOST_UNDER_WAY = 64;

/**
 * How many pieces of work a process may have under way at once: as many as have ended within the last 100 milliseconds. A chunk of a fast
 * checker takes less time than its claim and its record; several at once share the round trips to the store. A chunk of a slow checker
 * takes longer than the window, so its process claims one at a time, and the others find something to do too.
 *
 * Without it, 100,000 numbers of an instant checker took 1.8 to 1.9 times as long over PostgreSQL, and 1.03 to 1.12 times as long over SQLite
 * (`npm run bench -- stores`).
 */
export class Pace {
  readonly #clock: Clock;
  /** The ends within the window, the earliest first, by the clock's elapsed time. */
  readonly #ends: number[] = [];
  #underWay = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many pieces have ended within the window. */
  get recentEnds(): number {
    const earliest = this.#clock.elapsed() - WINDOW_MS;
    while ((this.#ends[0] ?? Number.POSITIVE_INFINITY) < earliest) this.#ends.shift();
    return this.#ends.length;
  }

  /** How many pieces more may begin now; 0 when the pace allows none. */
  get room(): number {
    return Math.max(0, this.recentEnds - this.#underWay);
  }

  noteBegin(count: number): void {
    this.#underWay += count;
  }

  /** Says nothing about the pace. */
  noteGivenBack(): void {
    this.#underWay -= 1;
  }

  noteEnd(): void {
    this.#underWay -= 1;
    this.#ends.push(this.#clock.elapsed());
    if (this.#ends.length > MOST_UNDER_WAY) this.#ends.shift();
  }
}
