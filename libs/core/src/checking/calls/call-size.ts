/** A call that took at most this share of its deadline lets the next ones grow. */
const SOON = 1 / 2;
const GROWTH = 1 / 10;

/**
 * How many numbers a call carries: as many as the upstream manages within the deadline. A call that ran into its deadline halves the next
 * ones, and full calls with soon answers let them grow again by a tenth each.
 */
export class CallSize {
  readonly #largest: number;
  #numbers: number;

  constructor(largest: number) {
    this.#largest = largest;
    this.#numbers = largest;
  }

  /** The most numbers of the next call. */
  get numbers(): number {
    return this.#numbers;
  }

  /** A call of so many numbers ran into its deadline. Small calls are not late because of their size. */
  noteLate(count: number): void {
    if (2 * count > this.#numbers) this.#numbers = Math.max(1, Math.floor(count / 2));
  }

  /** A call of so many numbers was answered within this share of its deadline. */
  noteAnswered(count: number, share: number): void {
    if (count < this.#numbers || share > SOON) return;
    this.#numbers = Math.min(this.#largest, this.#numbers + Math.ceil(this.#numbers * GROWTH));
  }
}
