import type { E164 } from '../../model/e164.js';
import type { TaskId } from '../../model/identifiers.js';
import type { OutageReason } from '../../model/task.js';
import { LONGEST_RETRY_AFTER_MS } from '../calls/checker-calls.js';
import type { EndedCall } from './call-order.js';
import { ProbeTurns } from './probe-turns.js';

/** How many calls of an outage are remembered: single checks go on during it, and it may last for a day. */
const MAX_REMEMBERED_CALLS = 1_000;

/** So few calls that report an outage while others are answered may be its reason themselves. */
const FEW_REPORTERS = 5;

/**
 * So many probes for different numbers that fail, and do not report the outage any more, end it: where only numbers are left that always
 * fail, no answer ever would, and each would take three probes. Were the checker down all the same, its silence is found out soon.
 */
const FAILURES_AFTER_REPORT = 3;

/** How long to wait before the next probe: a quarter of the outage so far, within these bounds. */
export const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;

export interface BegunOutage {
  readonly reason: OutageReason;
  readonly cause: unknown;
  /** By the elapsed time. */
  readonly since: number;
  /** Calls up to this one had begun when it began; their outcomes say little about now. */
  readonly lastCall: number;
  /** Whether no call reported it: everything failed for too long. */
  readonly isSilent: boolean;
  /** Whether numbers were answered until shortly before it began. */
  readonly followsAnswers: boolean;
}

/** An outage as one process knows it. */
export class CheckerOutage {
  /** As it was reported last. */
  reason: OutageReason;
  cause: unknown;
  readonly since: number;
  readonly lastCall: number;
  readonly isSilent: boolean;
  /** Whether calls that were under way when it began were answered since. */
  hasLateAnswers = false;
  /** The pause that the upstream has asked for last, in milliseconds; undefined if it never has. */
  askedPauseMs: number | undefined;
  /** Whether another process has found it, which has told the operator. */
  isFoundElsewhere = false;
  /** Whether the operator was told of this very outage, and not only of how many there were. */
  isReported = false;
  /** By when the store knew of it, by the elapsed time; null if it does not. */
  storedAt: number | null = null;
  /** When the store was last asked to judge which tasks have waited for too long, by the elapsed time. */
  judgedAt = Number.NEGATIVE_INFINITY;
  readonly #followsAnswers: boolean;
  readonly #reporters = new Set<string>();
  /** The probes that have failed since a call reported it last, by their numbers. */
  readonly #failedProbes = new Set<string>();
  /** The order of the last call for a number that tasks asked about in vain, the one that was asked about longest ago first. */
  readonly #tried = new Map<E164, number>();
  readonly #turns = new ProbeTurns();
  /** When the next probe may go out, by the elapsed time. */
  #nextProbeAt: number;

  constructor({ cause, followsAnswers, isSilent, lastCall, reason, since }: BegunOutage, now: number) {
    this.reason = reason;
    this.cause = cause;
    this.since = since;
    this.lastCall = lastCall;
    this.isSilent = isSilent;
    this.#followsAnswers = followsAnswers;
    this.#nextProbeAt = now;
  }

  /** The calls that reported it, by their numbers, the first of them. */
  get reporters(): ReadonlySet<string> {
    return this.#reporters;
  }

  /** Whether the upstream said until when. */
  get hasTime(): boolean {
    return this.askedPauseMs !== undefined;
  }

  addReporter(call: string): void {
    if (this.#reporters.size < MAX_REMEMBERED_CALLS) this.#reporters.add(call);
  }

  /**
   * Whether this call, which reports the outage, is its reason: it does so again, the upstream named no time, and either it alone has
   * done so and numbers were answered until then, or few others have and numbers were answered since. A probe asks about a number again
   * only where no other number of its chunk is left.
   */
  isReason(call: string, retryAfterMs: number | undefined): boolean {
    if (this.isSilent || this.hasTime || retryAfterMs !== undefined || !this.#reporters.has(call))
      return false;
    const { size } = this.#reporters;
    return (size === 1 && this.#followsAnswers) || (size <= FEW_REPORTERS && this.hasLateAnswers);
  }

  /**
   * Whether this call is the probe that shows after `hopelessAfterMs` that the few numbers which report it are its reason. They are all that is
   * left to ask about, and others were answered until they were asked about. Nothing shows it better: no answer will contradict them.
   * An upstream whose time is longer than a pause may be has not been asked after it.
   */
  isOfHopeless(call: EndedCall, now: number, hopelessAfterMs: number): boolean {
    if (this.isSilent || !this.#followsAnswers || now - this.since < hopelessAfterMs) return false;
    if (this.#reporters.size > FEW_REPORTERS || (this.askedPauseMs ?? 0) >= LONGEST_RETRY_AFTER_MS)
      return false;
    return this.isProbe(call) && this.#reporters.has(call.numbers.join());
  }

  /** Notes a probe that has failed and does not report it. Returns whether it is over for that. */
  endsWithFailure(call: string): boolean {
    this.#failedProbes.add(call);
    return !this.isSilent && this.#failedProbes.size >= FAILURES_AFTER_REPORT;
  }

  /** Notes that a call of the outage reports it too. */
  noteReport(): void {
    this.#failedProbes.clear();
  }

  /** Whether this call of a task began during it. */
  isProbe({ order, purpose }: EndedCall): boolean {
    return purpose === 'batch' && order > this.lastCall;
  }

  /** Notes a call that has asked in vain. That of a task about one number alone is remembered. */
  noteTried({ numbers, order, purpose }: EndedCall): void {
    const [number, another] = numbers;
    if (purpose !== 'batch' || number === undefined || another !== undefined) return;
    this.#tried.delete(number);
    this.#tried.set(number, order);
    const [oldest] = this.#tried.keys();
    if (this.#tried.size > MAX_REMEMBERED_CALLS && oldest !== undefined) this.#tried.delete(oldest);
  }

  /** The order of the last call that {@link noteTried} was told of for this number; 0 if there was none. */
  lastTried(number: E164): number {
    return this.#tried.get(number) ?? 0;
  }

  /** Whether a chunk of which every open number was tried is to be the next probe; see {@link ProbeTurns}. */
  takeTurn(taskId: TaskId, chunkIndex: number): boolean {
    return this.#turns.take(taskId, chunkIndex, this.#nextProbeAt);
  }

  /** Whether a chunk of odd numbers alone leaves the next probe to those behind it; see {@link ProbeTurns}. */
  leaveTurn(taskId: TaskId, chunkIndex: number): boolean {
    return this.#turns.leave(taskId, chunkIndex, this.#nextProbeAt);
  }

  /** The pause after a probe that failed, in milliseconds. */
  pauseMs(now: number): number {
    const quarterMs = Math.ceil((now - this.since) / 4);
    return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, quarterMs));
  }

  /**
   * When the store is to judge again which tasks have waited for `timeoutMs`, by the elapsed time. At first that is when those fail that
   * waited from the beginning. Those that were queued later follow at the intervals of probes, whenever the next probe may go out.
   */
  nextJudgementAt(timeoutMs: number): number {
    if (this.storedAt === null) return Number.POSITIVE_INFINITY;
    const firstAt = this.storedAt + timeoutMs;
    return this.judgedAt < firstAt ? firstAt : this.judgedAt + this.pauseMs(this.judgedAt);
  }

  /** Of two pauses the one that ends later counts. */
  pause(now: number, retryAfterMs: number): void {
    this.#nextProbeAt = Math.max(this.#nextProbeAt, now + retryAfterMs);
  }

  /** How long it is until the next probe may go out, in milliseconds. */
  untilProbeMs(now: number): number {
    return Math.max(0, this.#nextProbeAt - now);
  }
}
