import type { E164 } from '../model/identifiers.js';
import type { OutageReason } from '../model/task.js';
import type { StoredOutage } from '../ports/task-store.js';
import type { CallPurpose } from './budget/waiting-calls.js';
import type { CallOutcome } from './calls/checker-calls.js';
import { type Outage, OutageReports, type OutageReportsOptions } from './outage-reports.js';

export interface BreakerOptions extends OutageReportsOptions {
  /** The checker counts as down if every call has failed for this many milliseconds and none was answered. */
  readonly outageAfterMs: number;
}

/** A call that has ended or is ending. */
export interface EndedCall {
  /** Its position in the order of calls, from {@link Breaker.beginCall}. */
  readonly order: number;
  readonly purpose: CallPurpose;
  readonly numbers: readonly E164[];
  /** Whether a check of one of its numbers has failed before. */
  readonly isRepeat: boolean;
}

type Unavailable = Extract<CallOutcome, { kind: 'unavailable' }>;

/** A call's report of an outage. */
export type CallReport = Pick<Unavailable, 'reason' | 'retryAfterMs'>;

/**
 * What a failed check costs its number:
 *
 * - nothing: the number waits for the end of an outage;
 * - an attempt: after a few of them the number is `unknown`;
 * - a refusal: the failure says nothing about the number, and uses up no attempt however often it comes.
 */
export type FailureCost = 'nothing' | 'refusal' | 'attempt';

/**
 * Reports count as an outage once this many have come without an answer between them, even if numbers were answered just before. With more
 * than ten running calls, it takes half as many reports as calls: an upstream may refuse a few numbers sooner than it answers the others.
 */
const REPORTS_OF_AN_OUTAGE = 5;

/**
 * After this many different failed calls without an answer between them, failures no longer count against their numbers. Fewer failures may
 * come from unusual numbers at the end of the only file. A bulk checker makes fewer calls, so fewer are needed.
 */
const DOUBTFUL_CALLS = 50;
const DOUBTFUL_BULK_CALLS = 10;

/**
 * A reported outage is over once this many probes in a row have failed without reporting it: the upstream is up, and only these numbers
 * fail.
 */
const FAILED_PROBES = 3;

/**
 * Probes use up attempts once an outage has lasted this long: first of numbers that have failed before, later of all numbers. Otherwise a
 * file whose last numbers always fail would wait a whole day and then fail.
 */
const FAILED_NUMBERS_COUNT_AFTER_MS = 600_000;
const ALL_NUMBERS_COUNT_AFTER_MS = 43_200_000;

/** The bounds of the pause before the next probe, which is a quarter of the outage so far. */
const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Decides from the outcomes of all calls of this process, for single checks and for tasks, whether numbers can be checked.
 *
 * While the breaker is closed, calls are made. It opens when the checker reports an outage, or when many calls have failed for
 * `outageAfterMs` without an answer. While it is open, the tasks of all processes wait, and the store hands out one probe at a time. An
 * answer closes it.
 *
 * While other numbers are answered, a report counts as a failed check of its own number. `ChunkCheck` decides at the end of a chunk whether
 * it uses up an attempt. If only such numbers are left, they keep their task waiting.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  readonly #reports: OutageReports;
  readonly #listeners = new Set<() => void>();
  #outage: Outage | null = null;
  /** How many outages have begun in this process. */
  #outages = 0;
  #calls = 0;
  /** How many calls are in progress. */
  #underWay = 0;
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** The value of `#calls` at the last answer. Calls with a higher position began after it. */
  #callsBeforeAnswer = 0;
  /** How many calls have reported an outage since the last answer. */
  #reportsInARow = 0;
  /** Failed calls that began after the last answer, by their numbers, until there are enough to doubt the upstream. */
  readonly #failedCalls = new Set<string>();
  #failingSince: number | null = null;
  #isDoubtful = false;
  /** Failed probes of the present outage since it was last reported. */
  #failedProbes = 0;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#reports = new OutageReports(options);
  }

  /** Whether an outage is known to this process, so that no number can be checked. */
  get isOpen(): boolean {
    return this.#outage !== null;
  }

  /** The last reported reason of the outage; null if numbers can be checked. */
  get reason(): OutageReason | null {
    return this.#outage?.reason ?? null;
  }

  /**
   * Whether so many calls have failed without an answer that a failure no longer counts against its number. Then only one call at a time is
   * made.
   */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** What a failed check costs its number. `hasFailed`: whether a check of the number has failed before. */
  costOfFailure(hasFailed: boolean, report?: CallReport): FailureCost {
    const outage = this.#outage;
    if (report !== undefined) {
      if (outage !== null) return this.#costsAttempt(outage, hasFailed) ? 'attempt' : 'nothing';
      const isOfNumber = mayConcernOneNumber(report.reason) && !report.retryAfterMs;
      return isOfNumber ? 'attempt' : 'refusal';
    }
    if (outage === null) return this.#isDoubtful ? 'nothing' : 'attempt';
    // An upstream that has reported an outage, and now fails in other ways, is up.
    const isUp = !outage.isInferred && !this.#isDoubtful;
    return isUp || this.#costsAttempt(outage, hasFailed) ? 'attempt' : 'nothing';
  }

  /** Resolves when the store knows of every outage that began or ended before. Never rejects. */
  get stored(): Promise<void> {
    return this.#reports.stored;
  }

  /** Calls `listener` when an outage begins here or is learned from the store, until the returned function is called. */
  onOpen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Counts a call that begins, and returns its position in the order of calls. {@link take} gets its outcome, once. */
  beginCall(): number {
    this.#calls += 1;
    this.#underWay += 1;
    return this.#calls;
  }

  /** Takes the outcome of a call, and returns its meaning for the call's numbers. */
  take(call: EndedCall, outcome: CallOutcome): CallOutcome {
    this.#underWay -= 1;
    switch (outcome.kind) {
      case 'answered':
        if (outcome.answers.some((answer) => answer !== undefined)) this.takeAnswer();
        else this.#takeFailure(call, outcome.defect ?? new Error('every check of a call failed'), undefined);
        return outcome;
      case 'failed':
        // A pause of 0 does not count as a requested pause.
        this.#takeFailure(call, outcome.error, outcome.retryAfterMs || undefined);
        return outcome;
      case 'unavailable':
        return this.#takeReport(call, outcome);
      case 'given_up':
        return outcome;
    }
  }

  /** Takes note of an answer, also of one after its deadline. */
  takeAnswer(): void {
    this.#answeredAt = this.#options.clock.elapsed();
    this.#callsBeforeAnswer = this.#calls;
    // Usually there is no failure, and clearing an empty set takes a good part of an instant check's time.
    if (this.#failedCalls.size > 0) this.#failedCalls.clear();
    this.#failingSince = null;
    this.#isDoubtful = false;
    this.#reportsInARow = 0;
    this.#close();
  }

  /**
   * Call it before the store is read. Then call the returned function with the outage of the store, or null. So an outage that another
   * process found begins here too, and ends here when another process has found its end.
   */
  readStore(): (stored: StoredOutage | null) => void {
    const outage = this.#outage;
    const isStored = outage?.isStored ?? false;
    const outages = this.#outages;
    return (stored) => {
      // Events of this process since then are newer.
      if (this.#outage !== outage || this.#outages !== outages) return;
      if (outage === null) {
        if (stored !== null) this.#learn(stored);
      } else if (stored !== null) {
        outage.isStored = true;
        outage.isInferred &&= stored.isInferred;
      } else if (isStored) {
        this.#outage = null;
        this.#reports.end(outage);
      }
      // The report did not reach the store: without it, the store would hand out ordinary claims.
      else this.#reports.pause(outage, SHORTEST_PAUSE_MS);
    };
  }

  #takeFailure(call: EndedCall, error: unknown, retryAfterMs: number | undefined): void {
    const now = this.#options.clock.elapsed();
    // Repeats are no sign of an outage: a file ends with the numbers that always fail, since each waits for its next attempt. Calls that
    // fail slowly while others are answered are no sign either.
    if (!call.isRepeat && call.order > this.#callsBeforeAnswer) this.#noteFailure(call.numbers, now);
    const failingMs = this.#failingSince === null ? 0 : now - this.#failingSince;
    if (this.#outage === null) {
      if (!this.#isDoubtful || failingMs < this.#options.outageAfterMs) return;
      const cause = new Error(`every check has failed for ${Math.round(failingMs)} ms`, { cause: error });
      this.#open('checker_unavailable', cause, true, retryAfterMs);
      return;
    }
    // An upstream that names a time is at least busy.
    if (this.#isProbe(call, this.#outage) && retryAfterMs === undefined) this.#failedProbes += 1;
    if (this.#failedProbes === FAILED_PROBES && !this.#outage.isInferred) this.#close();
    else this.#prolong(call, this.#outage, retryAfterMs);
  }

  #noteFailure(numbers: readonly E164[], now: number): void {
    this.#failingSince ??= now;
    if (this.#isDoubtful) return;
    this.#failedCalls.add(`${numbers[0]} ${numbers.length}`);
    this.#isDoubtful = this.#failedCalls.size >= (numbers.length > 1 ? DOUBTFUL_BULK_CALLS : DOUBTFUL_CALLS);
  }

  #takeReport(call: EndedCall, outcome: Unavailable): CallOutcome {
    const { error, reason, retryAfterMs } = outcome;
    this.#reportsInARow += 1;
    if (this.#outage === null) {
      if (this.#isOfOneNumber(reason)) return { kind: 'failed', error, retryAfterMs, reason };
      this.#open(reason, error, false, retryAfterMs);
      return outcome;
    }
    this.#failedProbes = 0;
    this.#reports.report(this.#outage, reason, error);
    this.#prolong(call, this.#outage, retryAfterMs);
    return outcome;
  }

  #isOfOneNumber(reason: OutageReason): boolean {
    if (!mayConcernOneNumber(reason)) return false;
    const { clock, outageAfterMs } = this.#options;
    const areFew = this.#reportsInARow < Math.max(REPORTS_OF_AN_OUTAGE, this.#underWay / 2);
    return areFew && clock.elapsed() - this.#answeredAt <= outageAfterMs;
  }

  /**
   * Postpones the next probe: after a failed probe, and by the pause that the upstream requests in reply to a probe or to calls that were
   * running when the outage began. A requested pause of 0 does not shorten the growing pauses. Later single checks postpone nothing: with
   * many of them, the probe would never be made.
   */
  #prolong(call: EndedCall, outage: Outage, retryAfterMs: number | undefined): void {
    const isProbe = this.#isProbe(call, outage);
    const now = this.#options.clock.elapsed();
    const asksForLonger = retryAfterMs !== undefined && now + retryAfterMs > outage.pausedUntil;
    if (!isProbe && (call.order > outage.lastCall || !asksForLonger)) return;
    const quarterMs = Math.ceil((now - outage.since) / 4);
    const pauseMs = isProbe ? Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, quarterMs)) : 0;
    this.#reports.pause(outage, Math.max(pauseMs, retryAfterMs ?? 0));
    if (isProbe) this.#reports.outlast(outage);
  }

  /** Whether the outage has lasted for so long that its probes use up attempts. */
  #costsAttempt({ since }: Outage, hasFailed: boolean): boolean {
    const lastedMs = this.#options.clock.elapsed() - since;
    return lastedMs >= (hasFailed ? FAILED_NUMBERS_COUNT_AFTER_MS : ALL_NUMBERS_COUNT_AFTER_MS);
  }

  /** Whether this call of a task began during the outage. */
  #isProbe({ order, purpose }: EndedCall, { lastCall }: Outage): boolean {
    return purpose === 'batch' && order > lastCall;
  }

  #open(reason: OutageReason, cause: unknown, isInferred: boolean, retryAfterMs: number | undefined): void {
    const outage = this.#begin({ reason, cause, isInferred, since: this.#options.clock.elapsed() });
    this.#reports.announce(outage, Math.max(SHORTEST_PAUSE_MS, retryAfterMs ?? 0));
    for (const listener of this.#listeners) listener();
  }

  #learn({ isInferred, lastedMs, reason }: StoredOutage): void {
    const since = this.#options.clock.elapsed() - lastedMs;
    const cause = new Error('another process has found that no number can be checked');
    const outage = this.#begin({ reason, cause, isInferred, since });
    outage.isStored = true;
    outage.isFoundElsewhere = true;
    for (const listener of this.#listeners) listener();
  }

  #begin(begun: Pick<Outage, 'cause' | 'isInferred' | 'reason' | 'since'>): Outage {
    this.#outages += 1;
    this.#failedProbes = 0;
    const known = { isFoundElsewhere: false, isReported: false, isStored: false, pausedUntil: 0 };
    this.#outage = { ...begun, ...known, lastCall: this.#calls };
    return this.#outage;
  }

  #close(): void {
    if (this.#outage === null) return;
    this.#reports.end(this.#outage);
    this.#reports.endStored();
    this.#outage = null;
  }
}

/** Refused credentials and used up balances do not depend on the number. */
function mayConcernOneNumber(reason: OutageReason): boolean {
  return reason === 'checker_unavailable' || reason === 'sandbox_outage';
}
