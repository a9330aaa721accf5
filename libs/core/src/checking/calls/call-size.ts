/** A call that took at most this share of its deadline lets the next ones grow. */
const SOON = 1 / 2;
const GROWTH = 1 / 10;
/** The smallest share of the largest size: where smaller calls are not faster, ever smaller ones would only be more calls. */
const SMALLEST = 1 / 10;

/**
 * How many numbers a call carries: as many as the upstream manages. A call that has no answer after twice its deadline halves the next
 * ones, down to a tenth; full calls with soon answers let them grow again by a tenth each. A late answer is taken, so it shrinks nothing.
 */
export class CallSize {
  readonly #largest: number;
  readonly #smallest: number;
  #numbers: number;

  constructor(largest: number) {
    this.#largest = largest;
    this.#smallest = Math.ceil(largest * SMALLEST);
    this.#numbers = largest;
  }

  /** The most numbers of the next call. */
  get numbers(): number {
    return this.#numbers;
  }

  /** A call of so many numbers was given up without an answer. Of calls that began together, the first one counts. */
  noteUnanswered(count: number): void {
    if (2 * count > this.#numbers) this.#numbers = Math.max(this.#smallest, Math.floor(count / 2));
  }

  /** A call of so many numbers was answered within this share of its deadline. */
  noteAnswered(count: number, share: number): void {
    if (count < this.#numbers || share > SOON) return;
    this.#numbers = Math.min(this.#largest, this.#numbers + Math.ceil(this.#numbers * GROWTH));
  }
}
