import type { E164 } from '../../model/e164.js';

/**
 * After so many different calls without an answer between them the checker is suspected to be down. Fewer may be odd numbers at the end
 * of the only file; a call for many numbers is more likely to hold one of these, but there are fewer such calls.
 */
const SUSPICIOUS_CALLS = 50;
const SUSPICIOUS_BULK_CALLS = 10;

/** The failures since the checker last answered. */
export class Silence {
  /** By the elapsed time of the first of them; null if there is none. */
  #since: number | null = null;
  /** The failed calls, by their numbers, as many as it takes to be suspicious. */
  readonly #calls = new Set<string>();
  #isSuspicious = false;

  /** Whether so much has failed that a failure says nothing about its number. */
  get isSuspicious(): boolean {
    return this.#isSuspicious;
  }

  /** How long it has lasted at `now`, in milliseconds. */
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

  /** So much of it is no silence: this process stood still. */
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
