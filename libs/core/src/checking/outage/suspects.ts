import type { CheckerOutage } from './checker-outage.js';
import { RecentAnswers } from './recent-answers.js';

/** The most suspects that are remembered: the one that was noted longest ago is forgotten. */
const MAX_SUSPECTS = 10_000;

/** An outage that more than this many calls reported is the upstream's, and not theirs. */
const MOST_ODD_CALLS = 3;

/**
 * The number of outages that a few calls report before they count as the cause. If the upstream names a time, as with a quota, the first
 * refusal after the quota is used up is such an outage too.
 */
const OUTAGES_OF_A_SUSPECT = 3;

/** An outage that this many unsuspected calls report is not blamed on the suspects among its reporters. */
const REPORTS_OF_OTHERS = 5;

/** From this many suspects on, the checker evidently reports outages that are none. */
const MIN_SUSPECTS = 3;
/** With fewer answers for each suspect, the cause is the upstream: it cannot keep up, or a part of it is away. */
const ANSWERS_PER_SUSPECT = 10;

interface Suspect {
  /** The count of outages with few reporters in which it took part since its last answer. */
  outages: number;
  /** The time, by the elapsed time, at which an answer to another call first contradicted it. The postponements count from then. */
  since: number;
  /** The time at which the suspicion ends unless it reports an outage again, by the elapsed time. */
  forgottenAt: number;
  /** How often its report was postponed. */
  timesPutOff: number;
}

/**
 * Calls, by their numbers, that reported an outage while others were answered. Such a number would stop every task again and again. At
 * first its report is postponed, since a part of the upstream may be away; in the end it is a failed check of that number.
 *
 * A suspicion belongs to one series of reports. It ends with an answer, or when no report has come for the longest time of postponement.
 */
export class Suspects {
  readonly #patienceMs: number;
  readonly #suspects = new Map<string, Suspect>();
  /** Calls that were answered while there were suspects. If many suspects are among them, the numbers are not the cause. */
  readonly #answers: RecentAnswers;

  /** `patienceMs`: the longest time for which the reports of a suspect are postponed. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#answers = new RecentAnswers(patienceMs);
  }

  /** Whether there are suspects, and only a few compared with the answered calls. */
  get areFew(): boolean {
    const { size } = this.#suspects;
    const { answers, recovered } = this.#answers;
    return size >= MIN_SUSPECTS && answers >= (size + recovered) * ANSWERS_PER_SUSPECT;
  }

  /** Whether it was contradicted since its last answer. */
  isSuspected(call: string): boolean {
    return this.#suspects.has(call);
  }

  /** Whether its report is a failed check of its own number. */
  isReason(call: string, now: number): boolean {
    const suspect = this.#suspects.get(call);
    if (suspect === undefined) return false;
    return suspect.outages >= OUTAGES_OF_A_SUSPECT || this.#isOverdue(suspect, now);
  }

  /**
   * Whether its report of this outage is no longer postponed, and it was not known as the cause before. In an outage that others report, it
   * is right.
   */
  becomesReason(call: string, outage: CheckerOutage, now: number): boolean {
    const suspect = this.#suspects.get(call);
    if (suspect === undefined || suspect.outages >= OUTAGES_OF_A_SUSPECT) return false;
    return this.#isOverdue(suspect, now) && !this.#isOfOthers(outage);
  }

  /** A suspect has reported an outage once more. */
  noteReport(call: string, now: number): void {
    this.#note(call, now);
  }

  /** This call is the cause of an outage. */
  add(call: string, now: number): void {
    this.#note(call, now).outages += OUTAGES_OF_A_SUSPECT;
  }

  /** Postpones the report of this call, which asks for a pause of `retryAfterMs`. Returns how often this was done since the call is suspected. */
  putOff(call: string, now: number, retryAfterMs: number): number {
    const suspect = this.#note(call, now, retryAfterMs);
    suspect.timesPutOff += 1;
    return suspect.timesPutOff;
  }

  /** Notes that this outage has ended, and its reporters. */
  noteEnd(outage: CheckerOutage, now: number): void {
    const isOfOthers = this.#isOfOthers(outage);
    for (const suspect of this.#suspects.values()) {
      // During an outage, no call is made for it.
      suspect.forgottenAt = Math.max(suspect.forgottenAt, now + this.#patienceMs);
      if (isOfOthers) suspect.since = now;
    }
    if (!outage.isSilent) this.#addReporters(outage, now);
  }

  /** This process has stood still for `ms`, so no call was made meanwhile. */
  noteStandstill(ms: number): void {
    for (const suspect of this.#suspects.values()) {
      suspect.since += ms;
      suspect.forgottenAt += ms;
    }
  }

  /** A call was answered. */
  noteAnswer(call: () => string, now: number): void {
    // The key of a bulk call is long, and usually no call is suspected.
    if (this.#suspects.size === 0) return;
    this.#answers.note(now, this.#suspects.delete(call()));
    if (this.#suspects.size === 0) this.#answers.clear();
  }

  /**
   * Forgets this call and others if they have not reported an outage for long. Call it only while there is no outage, since no calls are
   * made for them during one.
   */
  forgetOld(call: string, now: number): void {
    const isOld = (suspect: Suspect | undefined): boolean =>
      suspect !== undefined && suspect.forgottenAt <= now;
    if (isOld(this.#suspects.get(call))) this.#suspects.delete(call);
    for (const [key, suspect] of this.#suspects) {
      if (!isOld(suspect)) break;
      this.#suspects.delete(key);
    }
    if (this.#suspects.size === 0) this.#answers.clear();
  }

  #addReporters({ hasTime, reporters }: CheckerOutage, now: number): void {
    const areOdd = reporters.size <= MOST_ODD_CALLS;
    for (const call of reporters) {
      // Bulk calls are divided differently each time.
      if (!areOdd && call.includes(',')) continue;
      const suspect = this.#note(call, now);
      if (areOdd) suspect.outages += hasTime ? 1 : OUTAGES_OF_A_SUSPECT;
    }
  }

  #isOfOthers({ isSilent, reporters }: CheckerOutage): boolean {
    if (isSilent) return true;
    let others = 0;
    for (const call of reporters) if (!this.#suspects.has(call)) others += 1;
    return others >= REPORTS_OF_OTHERS;
  }

  #isOverdue({ since }: Suspect, now: number): boolean {
    return now - since >= this.#patienceMs && this.areFew;
  }

  #note(call: string, now: number, retryAfterMs = 0): Suspect {
    const suspect = this.#suspects.get(call) ?? { outages: 0, since: now, forgottenAt: now, timesPutOff: 0 };
    suspect.forgottenAt = Math.max(suspect.forgottenAt, now + retryAfterMs + this.#patienceMs);
    this.#suspects.delete(call);
    this.#suspects.set(call, suspect);
    const [oldest] = this.#suspects.keys();
    if (this.#suspects.size > MAX_SUSPECTS && oldest !== undefined) this.#suspects.delete(oldest);
    return suspect;
  }
}
