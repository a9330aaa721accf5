import type { E164 } from '../../model/e164.js';
import type { TaskId } from '../../model/identifiers.js';
import type { OutageReason } from '../../model/task.js';
import type { StoredOutage } from '../../ports/task-store.js';
import type { CallPurpose } from '../budget/check-budget.js';
import type { CallOutcome } from '../calls/checker-calls.js';
import { type BegunOutage, CheckerOutage, SHORTEST_PAUSE_MS } from './checker-outage.js';
import { OutageNews, type OutageNewsOptions } from './outage-news.js';
import { Silence } from './silence.js';
import { Suspects } from './suspects.js';

export interface CheckerWatchOptions extends OutageNewsOptions {
  /** When nothing was answered for so long while everything asked failed, the checker is down. */
  readonly outageAfterMs: number;
}

/** For how long the reports of single numbers are put off at the most: a part of the upstream may be away for so long. */
const LONGEST_PATIENCE_MS = 600_000;
/** So many numbers in a row, of which none is suspected yet, are believed to be an outage. */
const REPORTS_OF_AN_OUTAGE = 5;

type Unavailable = Extract<CallOutcome, { kind: 'unavailable' }>;

/** A call that has ended. */
export interface EndedCall {
  /** What {@link CheckerWatch.beginCall} returned for it. */
  readonly order: number;
  readonly purpose: CallPurpose;
  readonly numbers: readonly E164[];
  /** Whether a check of one of its numbers has failed before, at a time when others were answered. */
  readonly isRepeat: boolean;
}

/**
 * Sees the outcomes of all calls of the checker, those of single checks and those of tasks, and judges from them whether numbers can be
 * checked at present. It keeps the store told, so that every process waits and one probe at a time goes out.
 */
export class CheckerWatch {
  readonly #options: CheckerWatchOptions;
  readonly #listeners = new Set<() => void>();
  readonly #suspects: Suspects;
  /** Calls that nobody suspects and that reported an outage since the last answer. */
  #reportsInARow = 0;
  #calls = 0;
  /** How many calls had begun when the last answer came. */
  #callsBeforeAnswer = 0;
  #outage: CheckerOutage | null = null;
  /** How many this process has known of. */
  #outages = 0;
  /** By the elapsed time. */
  #lastAnswerAt = Number.NEGATIVE_INFINITY;
  readonly #silence = new Silence();
  /** When the last standstill of this process ended, by the elapsed time. */
  #stoodUntil = Number.NEGATIVE_INFINITY;
  readonly #news: OutageNews;

  constructor(options: CheckerWatchOptions) {
    this.#options = options;
    this.#news = new OutageNews(options);
    this.#suspects = new Suspects(Math.min(LONGEST_PATIENCE_MS, options.outageTimeoutMs / 2));
  }

  /** Whether no number can be checked at present, as far as this process knows. */
  get isDown(): boolean {
    return this.#outage !== null;
  }

  /** Why no number can be checked, as it was reported last; null if numbers can be. */
  get outageReason(): OutageReason | null {
    return this.#outage?.reason ?? null;
  }

  /**
   * Whether so much has failed without an answer that a failure says nothing about its number. Only one call at a time is worth making
   * then.
   */
  get isSuspicious(): boolean {
    return this.#silence.isSuspicious;
  }

  /** Resolves when the store knows of every outage that began or ended before. Never rejects. */
  get told(): Promise<void> {
    return this.#news.told;
  }

  /** Calls `listener` when an outage begins, until the function that is returned is called. */
  onOutage(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The store has claimed the probe of an outage for this process; another one may have begun it. */
  beginProbe(outageMs: number): void {
    if (this.#outage === null) this.#learnOutage({ reason: 'checker_unavailable', lastedMs: outageMs });
    else this.#outage.storedAt ??= this.#options.clock.elapsed() - outageMs;
  }

  /** The order of the last call of a task that asked about this number alone in this outage, in vain; 0 if there was none. */
  lastTried(number: E164): number {
    return this.#outage?.lastTried(number) ?? 0;
  }

  /**
   * Whether it is one of a few numbers that have said that nothing can be checked while others were answered, and were not answered since.
   */
  isSuspected(number: E164): boolean {
    return this.#suspects.areFew && this.#suspects.isSuspected(number);
  }

  /** Whether a chunk of which every open number was tried in this outage is to be the next probe, and not one behind it. */
  takeTurn(taskId: TaskId, chunkIndex: number): boolean {
    return this.#outage?.takeTurn(taskId, chunkIndex) ?? true;
  }

  /** Whether a chunk of odd numbers alone leaves the next probe to those behind it. It does so once. */
  leaveTurn(taskId: TaskId, chunkIndex: number): boolean {
    return this.#outage?.leaveTurn(taskId, chunkIndex) ?? false;
  }

  /** How long it is until the next probe may go out, in milliseconds; 0 if there is no outage. */
  get untilProbeMs(): number {
    return this.#outage?.untilProbeMs(this.#options.clock.elapsed()) ?? 0;
  }

  /**
   * Has the store fail the tasks that have waited for too long in this outage, if it is time for that. Resolves to the milliseconds until
   * it is time again, 0 if it was now; infinity if there is no outage. Never rejects.
   */
  async failOverdue(): Promise<number> {
    if (this.#outage === null) return Number.POSITIVE_INFINITY;
    const untilMs = this.#news.untilJudgementMs(this.#outage);
    if (untilMs > 0) return untilMs;
    this.#news.judgeWaiting(this.#outage);
    await this.told;
    return 0;
  }

  /**
   * To be called before the store is asked. The function that is returned is given the outage that the store has then, null for none: one
   * that another process has found begins here too, and one whose end another process has seen is over.
   */
  lookAtStore(): (stored: StoredOutage | null) => void {
    const known = this.#outage;
    const isStored = known !== null && known.storedAt !== null;
    const outages = this.#outages;
    return (stored) => {
      // What has happened here since then is newer.
      if (this.#outage !== known || this.#outages !== outages) return;
      if (stored === null && isStored) this.#closeOutage(known);
      if (stored !== null && known === null) this.#learnOutage(stored);
    };
  }

  /** Counts a call that begins, and returns its place in the order of calls. */
  beginCall(): number {
    this.#calls += 1;
    return this.#calls;
  }

  /** This process has stood still for so long until now: it has heard nothing for that, whatever the upstream said. May be told repeatedly. */
  noteStandstill(ms: number): void {
    const now = this.#options.clock.elapsed();
    if (now - this.#stoodUntil < ms) return;
    this.#stoodUntil = now;
    this.#silence.noteStandstill(ms);
  }

  /** Takes notice of the outcome of a call, and returns what it means for its numbers. */
  seeOutcome(call: EndedCall, outcome: CallOutcome): CallOutcome {
    switch (outcome.kind) {
      case 'answered':
        if (outcome.answers.some((answer) => answer !== undefined)) this.#seeAnswer(call);
        else this.#seeFailure(call, outcome.defect ?? new Error('every check of a call failed'), undefined);
        return outcome;
      case 'failed':
        this.#seeFailure(call, outcome.error, outcome.retryAfterMs);
        return outcome;
      case 'unavailable': {
        const key = call.numbers.join();
        const { error, reason, retryAfterMs } = outcome;
        // Credentials and balances are refused whatever the number is.
        const mayBeNumber = reason === 'checker_unavailable';
        const now = this.#options.clock.elapsed();
        // During an outage of others a suspect may say the truth.
        if (mayBeNumber && this.#outage === null && this.#suspects.isReason(key, now)) {
          return { kind: 'failed', error, retryAfterMs };
        }
        if (mayBeNumber && this.#outage !== null && this.#isReason(this.#outage, key, retryAfterMs)) {
          this.#suspects.add(key, now);
          this.#endOutage(this.#outage);
          return { kind: 'failed', error, retryAfterMs };
        }
        if (mayBeNumber && this.#mayPutOff(call, key)) {
          return { ...outcome, timesPutOff: this.#suspects.putOff(key, now) };
        }
        this.#seeUnavailable(call, key, outcome);
        return outcome;
      }
      case 'excused':
      case 'given_up':
        return outcome;
    }
  }

  #isReason(outage: CheckerOutage, key: string, retryAfterMs: number | undefined): boolean {
    const isOverdue = !outage.isSilent && this.#suspects.becomesReason(key, this.#options.clock.elapsed());
    return isOverdue || outage.isReason(key, retryAfterMs);
  }

  /**
   * Whether the others go on: a few numbers alone report outages, again and again, while all others are answered. A real outage shows soon,
   * since numbers report it that nobody suspects, or nothing is answered any more.
   */
  #mayPutOff({ numbers }: EndedCall, key: string): boolean {
    const { clock, outageAfterMs } = this.#options;
    if (this.#outage !== null || numbers.length > 1 || !this.#suspects.areFew) return false;
    if (clock.elapsed() - this.#lastAnswerAt > outageAfterMs) return false;
    if (this.#suspects.isSuspected(key)) return true;
    this.#reportsInARow += 1;
    return this.#reportsInARow < REPORTS_OF_AN_OUTAGE;
  }

  #seeAnswer({ numbers, order }: EndedCall): void {
    this.#reportsInARow = 0;
    this.#silence.noteAnswer();
    this.#callsBeforeAnswer = this.#calls;
    this.#suspects.noteAnswer(() => numbers.join());
    this.#lastAnswerAt = this.#options.clock.elapsed();
    if (this.#outage === null) return;
    if (order > this.#outage.lastCall) this.#endOutage(this.#outage);
    else this.#outage.hasLateAnswers = true;
  }

  #seeFailure(call: EndedCall, error: unknown, retryAfterMs: number | undefined): void {
    const { clock, outageAfterMs } = this.#options;
    const now = clock.elapsed();
    // Numbers that always fail are what a file ends with, since each waits for its next attempt: they are no sign of an outage. Nor are
    // calls that fail slowly, while others are answered.
    if (!call.isRepeat && call.order > this.#callsBeforeAnswer) this.#silence.noteFailure(call.numbers, now);
    const silentMs = this.#silence.lastedMs(now);
    if (this.#outage !== null) {
      this.#noteTried(this.#outage, call);
      const isProbe = call.purpose === 'batch' && call.order > this.#outage.lastCall;
      // With a time to wait for, the upstream says no less than that it is busy.
      const isOver =
        isProbe && retryAfterMs === undefined && this.#outage.endsWithFailure(call.numbers.join());
      if (isOver) this.#endOutage(this.#outage);
      else this.#prolong(this.#outage, call, retryAfterMs);
    } else if (this.isSuspicious && silentMs >= outageAfterMs) {
      const cause = new Error(`every check has failed for ${Math.round(silentMs)} ms`, { cause: error });
      this.#beginOutage(cause, { reason: 'checker_unavailable', since: now, isSilent: true }, retryAfterMs);
    }
  }

  #seeUnavailable(call: EndedCall, key: string, { error, reason, retryAfterMs }: Unavailable): void {
    const since = this.#options.clock.elapsed();
    let outage = this.#outage;
    if (outage === null) {
      outage = this.#beginOutage(error, { reason, since, isSilent: false }, retryAfterMs);
    } else {
      if (outage.reason !== reason) {
        outage.reason = reason;
        outage.cause = error;
        // The operator has something else to do, and whoever polls a task sees it.
        this.#news.begin(outage, 0);
      }
      this.#prolong(outage, call, retryAfterMs);
      outage.noteReport();
    }
    outage.addReporter(key);
    this.#noteTried(outage, call);
  }

  #noteTried(outage: CheckerOutage, { order, purpose, numbers }: EndedCall): void {
    const [number, another] = numbers;
    if (purpose === 'batch' && number !== undefined && another === undefined) outage.addTried(number, order);
  }

  #beginOutage(
    cause: unknown,
    began: Pick<BegunOutage, 'isSilent' | 'reason' | 'since'>,
    retryAfterMs: number | undefined,
  ): CheckerOutage {
    const outage = this.#newOutage(cause, began);
    this.#outage = outage;
    outage.hasTime = retryAfterMs !== undefined;
    this.#news.begin(outage, Math.max(SHORTEST_PAUSE_MS, retryAfterMs ?? 0));
    for (const listener of this.#listeners) listener();
    return outage;
  }

  #learnOutage({ lastedMs, reason }: StoredOutage): void {
    const since = this.#options.clock.elapsed() - lastedMs;
    const cause = new Error('another process has found that no number can be checked');
    this.#outage = this.#newOutage(cause, { reason, since, isSilent: false });
    this.#outage.storedAt = since;
    this.#outage.isFoundElsewhere = true;
  }

  #newOutage(cause: unknown, began: Pick<BegunOutage, 'isSilent' | 'reason' | 'since'>): CheckerOutage {
    this.#outages += 1;
    const followsAnswers = began.since - this.#lastAnswerAt <= this.#options.outageAfterMs;
    const begun = { ...began, cause, lastCall: this.#calls, followsAnswers };
    return new CheckerOutage(begun, this.#options.clock.elapsed());
  }

  /**
   * Puts the next probe off: after a probe that failed, and for as long as the upstream asks for. A pause of nothing that it asks for
   * does not end the growing ones. A single check that fails says no more than is known: many of them would put it off for ever.
   */
  #prolong(outage: CheckerOutage, { order, purpose }: EndedCall, retryAfterMs: number | undefined): void {
    const isProbe = purpose === 'batch' && order > outage.lastCall;
    if (retryAfterMs !== undefined) outage.hasTime = true;
    else if (!isProbe) return;
    const ownMs = isProbe ? outage.pauseMs(this.#options.clock.elapsed()) : 0;
    this.#news.pause(outage, Math.max(ownMs, retryAfterMs ?? 0));
    if (isProbe) this.#news.outlast(outage);
  }

  #endOutage(outage: CheckerOutage): void {
    this.#closeOutage(outage);
    this.#suspects.addReporters(outage, this.#options.clock.elapsed());
    this.#news.endStored();
  }

  #closeOutage(outage: CheckerOutage): void {
    this.#outage = null;
    this.#news.end(outage);
  }
}
