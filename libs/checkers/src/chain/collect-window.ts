/** Before the first call has been answered, in milliseconds. */
const FIRST_MS = 10;
/** The collecting time as a share of the time that a call takes. */
const SHARE = 1 / 4;
const LONGEST_MS = 1_000;
/** The weight of the latest call in the average. */
const LATEST = 1 / 4;

/**
 * The time for which a bulk link waits for further numbers before its call: a quarter of the time that its calls take, a second at most. So
 * a fast link is called almost at once, a slow one with many numbers a call, and no number takes much longer.
 */
export class CollectWindow {
  readonly #fixedMs: number | undefined;
  #usualMs: number | undefined;

  /** `fixedMs`: its length, however long calls take. */
  constructor(fixedMs?: number) {
    this.#fixedMs = fixedMs;
  }

  /** In milliseconds. */
  get length(): number {
    if (this.#fixedMs !== undefined) return this.#fixedMs;
    return this.#usualMs === undefined ? FIRST_MS : Math.min(LONGEST_MS, this.#usualMs * SHARE);
  }

  /** Notes the time of a call. */
  note(tookMs: number): void {
    const before = this.#usualMs ?? tookMs;
    this.#usualMs = before + (tookMs - before) * LATEST;
  }
}
