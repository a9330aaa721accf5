import type { E164 } from '../../model/e164.js';
import type { CallOutcome } from '../calls/checker-calls.js';
import { CallOrder, type EndedCall } from './call-order.js';
import type { CheckerOutage } from './checker-outage.js';
import { CurrentOutage, type CurrentOutageOptions } from './current-outage.js';
import { ReportJudge, type Unavailable } from './report-judge.js';
import { Silence } from './silence.js';

/** This many standstills in a minute are no accident: the process is too slow for its work. */
const MANY_STANDSTILLS = 10;
const STANDSTILLS_MS = 60_000;

/**
 * Observes the outcomes of all calls of the checker, for single checks and tasks, and decides whether numbers can be checked at present. It
 * reports outages to the store, so that every process waits and one probe at a time goes out.
 */
export class CheckerWatch {
  /** The present outage, if there is one. */
  readonly outage: CurrentOutage;
  readonly #options: CurrentOutageOptions;
  readonly #order = new CallOrder();
  readonly #reports: ReportJudge;
  readonly #silence = new Silence();
  /** When the last standstills of this process ended, by the elapsed time: ten at the most. */
  readonly #standstills: number[] = [];

  constructor(options: CurrentOutageOptions) {
    this.#options = options;
    this.outage = new CurrentOutage(options, this.#order);
    this.#reports = new ReportJudge(options, this.#order);
  }

  /**
   * Whether so many calls have failed without an answer that a failure says nothing about its number. Then only one call at a time is worth
   * making.
   */
  get isSuspicious(): boolean {
    return this.#silence.isSuspicious;
  }

  /** See {@link ReportJudge.isSuspected}. */
  isSuspected(number: E164): boolean {
    return this.#reports.isSuspected(number);
  }

  /** Counts a call that begins, and returns its place in the order of calls. */
  beginCall(): number {
    return this.#order.begin();
  }

  /** This process has stood still for `ms` until now, so it received no answers. May be called repeatedly for one standstill. */
  noteStandstill(ms: number): void {
    const now = this.#options.clock.elapsed();
    const last = this.#standstills.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (now - last < ms) return;
    this.#standstills.push(now);
    if (this.#standstills.length > MANY_STANDSTILLS) this.#standstills.shift();
    this.#silence.noteStandstill(ms);
    this.#order.noteStandstill(ms, now);
    this.#reports.noteStandstill(ms);
  }

  /**
   * Whether a standstill excuses the calls that failed after it. From the tenth one in a minute on, it does not: otherwise a number that
   * always fails would be checked for ever.
   */
  get excusesStandstills(): boolean {
    const [oldest = 0] = this.#standstills;
    const areMany = this.#standstills.length === MANY_STANDSTILLS;
    return !areMany || this.#options.clock.elapsed() - oldest > STANDSTILLS_MS;
  }

  /** Notes the outcome of a call, and returns its meaning for the call's numbers. */
  seeOutcome(call: EndedCall, outcome: CallOutcome): CallOutcome {
    switch (outcome.kind) {
      case 'answered':
        if (outcome.answers.some((answer) => answer !== undefined)) this.#seeAnswer(call);
        else this.#seeFailure(call, outcome.defect ?? new Error('every check of a call failed'), undefined);
        return outcome;
      case 'failed':
        // A pause of 0 names no time to wait for.
        this.#seeFailure(call, outcome.error, outcome.retryAfterMs || undefined);
        return outcome;
      case 'unavailable':
        return this.#seeReport(call, outcome);
      case 'excused':
      case 'given_up':
        return outcome;
    }
  }

  /** Notes a call that is answered after its end: the upstream is up, but slow. */
  seeLateAnswer(call: EndedCall): void {
    this.#seeAnswer(call);
    const { known } = this.outage;
    // It was taken for silence.
    if (known?.isSilent) this.#endOutage(known);
  }

  #seeAnswer({ numbers, order }: EndedCall): void {
    const now = this.#options.clock.elapsed();
    this.#silence.noteAnswer();
    this.#order.noteAnswer(now);
    this.#reports.noteAnswer(numbers, now);
    const { known } = this.outage;
    if (known === null) return;
    if (order > known.lastCall) this.#endOutage(known);
    else known.hasLateAnswers = true;
  }

  #seeFailure(call: EndedCall, error: unknown, retryAfterMs: number | undefined): void {
    const { clock, outageAfterMs } = this.#options;
    const now = clock.elapsed();
    // A file ends with its numbers that always fail, since each waits for its next attempt: they are no sign of an outage. Neither are
    // calls that fail slowly while others are answered.
    if (!call.isRepeat && this.#order.isAfterAnswer(call.order)) this.#silence.noteFailure(call.numbers, now);
    const silentMs = this.#silence.lastedMs(now);
    const { known } = this.outage;
    if (known !== null) {
      known.noteTried(call);
      // An upstream that names a time is at least busy.
      const isOver =
        known.isProbe(call) && retryAfterMs === undefined && known.endsWithFailure(call.numbers.join());
      if (isOver) this.#endOutage(known);
      else this.outage.prolong(known, call, retryAfterMs);
    } else if (this.isSuspicious && silentMs >= outageAfterMs) {
      const cause = new Error(`every check has failed for ${Math.round(silentMs)} ms`, { cause: error });
      this.outage.begin(cause, { reason: 'checker_unavailable', since: now, isSilent: true }, retryAfterMs);
    }
  }

  #seeReport(call: EndedCall, outcome: Unavailable): CallOutcome {
    const { error, retryAfterMs } = outcome;
    const { known } = this.outage;
    const meaning = this.#reports.judge(call, outcome, known);
    switch (meaning.kind) {
      case 'own_failure':
        if (known !== null) this.#endOutage(known);
        return { kind: 'failed', error, retryAfterMs };
      case 'put_off':
        return { ...outcome, timesPutOff: meaning.times };
      case 'outage':
        this.#believe(call, outcome, known);
        return outcome;
    }
  }

  #believe(call: EndedCall, { error, reason, retryAfterMs }: Unavailable, known: CheckerOutage | null): void {
    const began = { reason, since: this.#options.clock.elapsed(), isSilent: false };
    const outage = known ?? this.outage.begin(error, began, retryAfterMs);
    if (known !== null) {
      this.outage.changeReason(known, reason, error);
      this.outage.prolong(known, call, retryAfterMs);
      known.noteReport();
    }
    outage.addReporter(call.numbers.join());
    outage.noteTried(call);
  }

  #endOutage(outage: CheckerOutage): void {
    this.outage.end(outage);
    this.#reports.noteEnd(outage);
  }
}
