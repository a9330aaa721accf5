import type { CheckerOutage } from './checker-outage.js';

/** How many suspects are remembered: the one that was noted longest ago is forgotten. */
const MAX_SUSPECTS = 1_000;

/** An outage that more calls than these reported is the upstream's, and not theirs. */
const MOST_ODD_CALLS = 3;

/**
 * How many outages a few calls report before they count as the reason. Where the upstream says until when, as one with a quota does, its
 * first refusal after the quota is used up is such an outage too.
 */
const OUTAGES_OF_A_SUSPECT = 3;

/**
 * Calls, by their numbers, that reported that nothing can be checked while others were answered. Such a number would stop every task
 * again and again: after this its report is a failed check of its own, until it is answered.
 */
export class Suspects {
  /** In how many outages since they were last answered. */
  readonly #outages = new Map<string, number>();

  has(call: string): boolean {
    return (this.#outages.get(call) ?? 0) >= OUTAGES_OF_A_SUSPECT;
  }

  /** This call is the reason of an outage. */
  add(call: string): void {
    this.#note(call, OUTAGES_OF_A_SUSPECT);
  }

  /** Notes who reported an outage that is over. */
  addReporters({ hasTime, isSilent, reporters }: CheckerOutage): void {
    if (isSilent || reporters.size > MOST_ODD_CALLS) return;
    for (const call of reporters) this.#note(call, hasTime ? 1 : OUTAGES_OF_A_SUSPECT);
  }

  remove(call: () => string): void {
    // The key of a bulk call is long, and as a rule nobody is suspected.
    if (this.#outages.size > 0) this.#outages.delete(call());
  }

  #note(call: string, outages: number): void {
    const before = this.#outages.get(call) ?? 0;
    this.#outages.delete(call);
    this.#outages.set(call, before + outages);
    const [oldest] = this.#outages.keys();
    if (this.#outages.size > MAX_SUSPECTS && oldest !== undefined) this.#outages.delete(oldest);
  }
}
