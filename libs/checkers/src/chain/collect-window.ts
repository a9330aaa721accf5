/** Before the first call has been answered, in milliseconds. */
const FIRST_MS = 10;
/** Of the time that a call takes. */
const SHARE = 1 / 4;
const LONGEST_MS = 1_000;
/** How much the latest call counts for. */
const LATEST = 1 / 4;

/**
 * How long a bulk link waits for further numbers before it is called: a quarter of the time that its calls take, a second at most. So a fast
 * link is asked almost at once, a slow one about many numbers a call, and no number takes much longer for it.
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

  /** A call has taken so long. */
  note(tookMs: number): void {
    const before = this.#usualMs ?? tookMs;
    this.#usualMs = before + (tookMs - before) * LATEST;
  }
}
