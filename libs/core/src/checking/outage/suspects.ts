import type { CheckerOutage } from './checker-outage.js';

/** How many suspects are remembered: the one that was noted longest ago is forgotten. */
const MAX_SUSPECTS = 10_000;

/** An outage that more calls than these reported is the upstream's, and not theirs. */
const MOST_ODD_CALLS = 3;

/**
 * How many outages a few calls report before they count as the reason. Where the upstream says until when, as one with a quota does, its
 * first refusal after the quota is used up is such an outage too.
 */
const OUTAGES_OF_A_SUSPECT = 3;

/** So many suspects show that the checker reports outages that are none. */
const MIN_SUSPECTS = 3;
/** With fewer answers for each suspect, it is the upstream that cannot keep up, or a part of it that is away. */
const ANSWERS_PER_SUSPECT = 10;

interface Suspect {
  /** In how many outages of a few calls since it was last answered. */
  outages: number;
  /** When it was first contradicted by an answer to another call, by the elapsed time. */
  since: number;
  /** How often its report was put off. */
  timesPutOff: number;
}

/**
 * Calls, by their numbers, that reported that nothing can be checked while others were answered. Such a number would stop every task
 * again and again. At first its report is put off, since a part of the upstream may be away; in the end it is a failed check of its own,
 * until it is answered.
 */
export class Suspects {
  readonly #patienceMs: number;
  readonly #suspects = new Map<string, Suspect>();
  /** Calls that were answered since there are suspects. */
  #answers = 0;
  /** Suspects that were among them. Where many recover, it is not the numbers. */
  #recovered = 0;

  /** `patienceMs`: for how long the reports of a suspect are put off. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Whether there are suspects, and few of them beside the calls that were answered. */
  get areFew(): boolean {
    const { size } = this.#suspects;
    return size >= MIN_SUSPECTS && this.#answers >= (size + this.#recovered) * ANSWERS_PER_SUSPECT;
  }

  /** Whether it was contradicted since it was last answered. */
  isSuspected(call: string): boolean {
    return this.#suspects.has(call);
  }

  /** Whether its report is a failed check of its own. */
  isReason(call: string, now: number): boolean {
    const suspect = this.#suspects.get(call);
    if (suspect === undefined) return false;
    return suspect.outages >= OUTAGES_OF_A_SUSPECT || this.#isOverdue(suspect, now);
  }

  /** Whether its report is no longer put off, and it was not known as the reason before. */
  becomesReason(call: string, now: number): boolean {
    const suspect = this.#suspects.get(call);
    return suspect !== undefined && suspect.outages < OUTAGES_OF_A_SUSPECT && this.#isOverdue(suspect, now);
  }

  /** This call is the reason of an outage. */
  add(call: string, now: number): void {
    this.#note(call, now).outages += OUTAGES_OF_A_SUSPECT;
  }

  /** Puts the report of this call off. Returns how often that was done since it was last answered. */
  putOff(call: string, now: number): number {
    const suspect = this.#note(call, now);
    suspect.timesPutOff += 1;
    return suspect.timesPutOff;
  }

  /** Notes who reported an outage that is over. */
  addReporters({ hasTime, isSilent, reporters }: CheckerOutage, now: number): void {
    if (isSilent) return;
    const areOdd = reporters.size <= MOST_ODD_CALLS;
    for (const call of reporters) {
      // Bulk calls are divided otherwise each time.
      if (!areOdd && call.includes(',')) continue;
      const suspect = this.#note(call, now);
      if (areOdd) suspect.outages += hasTime ? 1 : OUTAGES_OF_A_SUSPECT;
    }
  }

  /** A call was answered. */
  noteAnswer(call: () => string): void {
    // The key of a bulk call is long, and as a rule nobody is suspected.
    if (this.#suspects.size === 0) return;
    this.#answers += 1;
    if (!this.#suspects.delete(call())) return;
    this.#recovered += 1;
    if (this.#suspects.size > 0) return;
    this.#answers = 0;
    this.#recovered = 0;
  }

  #isOverdue({ since }: Suspect, now: number): boolean {
    return now - since >= this.#patienceMs && this.areFew;
  }

  #note(call: string, now: number): Suspect {
    const suspect = this.#suspects.get(call) ?? { outages: 0, since: now, timesPutOff: 0 };
    this.#suspects.delete(call);
    this.#suspects.set(call, suspect);
    const [oldest] = this.#suspects.keys();
    if (this.#suspects.size > MAX_SUSPECTS && oldest !== undefined) this.#suspects.delete(oldest);
    return suspect;
  }
}
