import type { E164 } from '../../model/e164.js';

/**
 * After this many different failed calls without an answer in between, the checker is suspected to be down. Fewer may be unusual numbers at
 * the end of the only file. A call for many numbers more likely holds one of these, but there are fewer such calls.
 */
const SUSPICIOUS_CALLS = 50;
const SUSPICIOUS_BULK_CALLS = 10;

/** The failures since the checker last answered. */
export class Silence {
  /** The elapsed time of the first of them; null if there is none. */
  #since: number | null = null;
  /** The failed calls, by their numbers, until there are enough to be suspicious. */
  readonly #calls = new Set<string>();
  #isSuspicious = false;

  /** Whether so many calls have failed that a failure says nothing about its number. */
  get isSuspicious(): boolean {
    return this.#isSuspicious;
  }

  /** Its length at `now`, in milliseconds. */
  lastedMs(now: number): number {
    return this.#since === null ? 0 : now - this.#since;
  }

  noteFailure(numbers: readonly E164[], now: number): void {
    this.#since ??= now;
    if (this.#isSuspicious) return;
    this.#calls.add(`${numbers[0]} ${numbers.length}`);
    const mostCalls = numbers.length > 1 ? SUSPICIOUS_BULK_CALLS : SUSPICIOUS_CALLS;
    this.#isSuspicious = this.#calls.size >= mostCalls;
  }

  /** This process stood still for `ms`, which is no silence of the upstream. */
  noteStandstill(ms: number): void {
    if (this.#since !== null) this.#since += ms;
  }

  noteAnswer(): void {
    if (this.#since === null) return;
    this.#since = null;
    this.#calls.clear();
    this.#isSuspicious = false;
  }
}
