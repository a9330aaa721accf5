import type { E164 } from '../../model/e164.js';
import type { Clock } from '../../ports/clock.js';
import type { CallOutcome } from '../calls/checker-calls.js';
import type { CallOrder, EndedCall } from './call-order.js';
import type { CheckerOutage } from './checker-outage.js';
import { Suspects } from './suspects.js';

/** The longest time for which reports of single numbers are postponed, since a part of the upstream may be away. */
const LONGEST_PATIENCE_MS = 600_000;
/** The longest time after which an outage is blamed on the few numbers that report it, if no other numbers are left. */
const LONGEST_HOPE_MS = 3_600_000;
/** Reports of this many numbers in a row, none of them suspected yet, count as an outage. */
const REPORTS_OF_AN_OUTAGE = 5;

export type Unavailable = Extract<CallOutcome, { kind: 'unavailable' }>;

/** The meaning of a report that no number can be checked. */
export type ReportMeaning =
  /** The check of this very number has failed. If there is an outage, this number is its only cause. */
  | { readonly kind: 'own_failure' }
  /** The report is not believed yet: its number is checked again later. */
  | { readonly kind: 'put_off'; readonly times: number }
  | { readonly kind: 'outage' };

export interface ReportJudgeOptions {
  readonly clock: Clock;
  readonly outageAfterMs: number;
  readonly outageTimeoutMs: number;
}

/** Decides whether a report that no number can be checked concerns the upstream or only its own number. */
export class ReportJudge {
  readonly #options: ReportJudgeOptions;
  readonly #order: CallOrder;
  readonly #suspects: Suspects;
  /** Unsuspected calls that have reported an outage since the last answer. */
  #reportsInARow = 0;

  constructor(options: ReportJudgeOptions, order: CallOrder) {
    this.#options = options;
    this.#order = order;
    this.#suspects = new Suspects(Math.min(LONGEST_PATIENCE_MS, options.outageTimeoutMs / 2));
  }

  /** Whether it is one of the few numbers that have reported an outage while others were answered, and were not answered since. */
  isSuspected(number: E164): boolean {
    return this.#suspects.areFew && this.#suspects.isSuspected(number);
  }

  /** `outage`: the present one; null for none. */
  judge(
    call: EndedCall,
    { reason, retryAfterMs }: Pick<Unavailable, 'reason' | 'retryAfterMs'>,
    outage: CheckerOutage | null,
  ): ReportMeaning {
    // Refused credentials and used up balances do not depend on the number.
    if (reason !== 'checker_unavailable' && reason !== 'sandbox_outage') return { kind: 'outage' };
    const key = call.numbers.join();
    const now = this.#options.clock.elapsed();
    if (outage !== null) {
      // During an outage that others have reported, a suspect may be right.
      const reasons = this.#reasons(call, outage, retryAfterMs);
      for (const reason of reasons) this.#suspects.add(reason, now);
      return { kind: reasons.length > 0 ? 'own_failure' : 'outage' };
    }
    this.#suspects.forgetOld(key, now);
    if (this.#suspects.isReason(key, now)) {
      this.#suspects.noteReport(key, now);
      return { kind: 'own_failure' };
    }
    return this.#mayPutOff(call, key)
      ? { kind: 'put_off', times: this.#suspects.putOff(key, now, retryAfterMs ?? 0) }
      : { kind: 'outage' };
  }

  /** A call for these numbers was answered. */
  noteAnswer(numbers: readonly E164[], now: number): void {
    this.#reportsInARow = 0;
    this.#suspects.noteAnswer(() => numbers.join(), now);
  }

  /** This process has stood still for `ms`. */
  noteStandstill(ms: number): void {
    this.#suspects.noteStandstill(ms);
  }

  /** This outage is over, as an answer or a failed check of this process shows. */
  noteEnd(outage: CheckerOutage): void {
    this.#suspects.noteEnd(outage, this.#options.clock.elapsed());
  }

  /** The calls that are the cause of the outage now that this one reports it; none if it is the upstream. */
  #reasons(call: EndedCall, outage: CheckerOutage, retryAfterMs: number | undefined): readonly string[] {
    const { clock, outageTimeoutMs } = this.#options;
    const key = call.numbers.join();
    const now = clock.elapsed();
    if (this.#suspects.becomesReason(key, outage, now) || outage.isReason(key, retryAfterMs)) return [key];
    const hopelessAfterMs = Math.min(LONGEST_HOPE_MS, outageTimeoutMs / 2);
    return outage.isOfHopeless(call, now, hopelessAfterMs) ? [...outage.reporters] : [];
  }

  /**
   * Whether the others continue: only a few numbers report outages, repeatedly, while all others are answered. A real outage shows soon,
   * since unsuspected numbers report it or nothing is answered any more.
   */
  #mayPutOff({ numbers }: EndedCall, key: string): boolean {
    const { clock, outageAfterMs } = this.#options;
    if (numbers.length > 1 || !this.#suspects.areFew) return false;
    if (this.#order.sinceAnswerMs(clock.elapsed()) > outageAfterMs) return false;
    if (this.#suspects.isSuspected(key)) return true;
    this.#reportsInARow += 1;
    return this.#reportsInARow < REPORTS_OF_AN_OUTAGE;
  }
}
