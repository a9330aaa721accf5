import type { E164 } from '../../model/e164.js';
import type { TaskId } from '../../model/identifiers.js';
import type { OutageReason } from '../../model/task.js';
import { LONGEST_RETRY_AFTER_MS } from '../calls/checker-calls.js';
import type { EndedCall } from './call-order.js';
import { ProbeTurns } from './probe-turns.js';

/** The most calls of an outage that are remembered: single checks continue during it, and it may last for a day. */
const MAX_REMEMBERED_CALLS = 1_000;

/** If at most this many calls report an outage while others are answered, they may be its cause themselves. */
const FEW_REPORTERS = 5;

/**
 * An outage ends when this many probes for different numbers have failed without reporting it. If only numbers are left that always fail,
 * no answer would ever end it, and each number would take three probes. If the checker is still down, its silence soon shows that.
 */
const FAILURES_AFTER_REPORT = 3;

/** The bounds of the pause before the next probe, which is a quarter of the outage so far. */
export const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;

export interface BegunOutage {
  readonly reason: OutageReason;
  readonly cause: unknown;
  /** By the elapsed time. */
  readonly since: number;
  /** The last call that had begun before the outage. Outcomes of calls up to it say little about the present. */
  readonly lastCall: number;
  /** Whether no call reported it, but everything failed for too long. */
  readonly isSilent: boolean;
  /** Whether numbers were answered until shortly before it began. */
  readonly followsAnswers: boolean;
}

/** An outage as one process knows it. */
export class CheckerOutage {
  /** The reason that was reported last. */
  reason: OutageReason;
  cause: unknown;
  readonly since: number;
  readonly lastCall: number;
  readonly isSilent: boolean;
  /** Whether calls that were under way when it began were answered since. */
  hasLateAnswers = false;
  /** The last pause that the upstream has asked for, in milliseconds; undefined if it has named none. */
  askedPauseMs: number | undefined;
  /** Whether another process has found it, which has reported it to the operator. */
  isFoundElsewhere = false;
  /** Whether this very outage was reported to the operator, and not only the count of outages. */
  isReported = false;
  /** The time at which the store knew of it, by the elapsed time; null if it does not. */
  storedAt: number | null = null;
  /** When the store was last asked to judge which tasks have waited for too long, by the elapsed time. */
  judgedAt = Number.NEGATIVE_INFINITY;
  readonly #followsAnswers: boolean;
  readonly #reporters = new Set<string>();
  /** The probes that have failed since the last report of the outage, by their numbers. */
  readonly #failedProbes = new Set<string>();
  /** For each number that tasks tried in vain, the order of its last call. The number tried longest ago comes first. */
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

  /** The first calls that reported it, by their numbers. */
  get reporters(): ReadonlySet<string> {
    return this.#reporters;
  }

  /** Whether the upstream has named a time. */
  get hasTime(): boolean {
    return this.askedPauseMs !== undefined;
  }

  addReporter(call: string): void {
    if (this.#reporters.size < MAX_REMEMBERED_CALLS) this.#reporters.add(call);
  }

  /**
   * Whether this call, which reports the outage, is its cause. It is if it reports it repeatedly, the upstream named no time, and one of
   * two conditions holds: no other call has reported it and numbers were answered until then, or few others have and numbers were answered
   * since. A probe repeats a number only if no other number of its chunk is left.
   */
  isReason(call: string, retryAfterMs: number | undefined): boolean {
    if (this.isSilent || this.hasTime || retryAfterMs !== undefined || !this.#reporters.has(call))
      return false;
    const { size } = this.#reporters;
    return (size === 1 && this.#followsAnswers) || (size <= FEW_REPORTERS && this.hasLateAnswers);
  }

  /**
   * Whether this call is the probe that shows, after `hopelessAfterMs`, that the few numbers which report the outage are its cause. Only
   * these numbers are left, and others were answered before them. There is no better evidence, since no answer will contradict them. An
   * upstream that has named a time beyond the longest pause has not been called after that time.
   */
  isOfHopeless(call: EndedCall, now: number, hopelessAfterMs: number): boolean {
    if (this.isSilent || !this.#followsAnswers || now - this.since < hopelessAfterMs) return false;
    if (this.#reporters.size > FEW_REPORTERS || (this.askedPauseMs ?? 0) >= LONGEST_RETRY_AFTER_MS)
      return false;
    return this.isProbe(call) && this.#reporters.has(call.numbers.join());
  }

  /** Notes a failed probe that does not report the outage. Returns whether this ends the outage. */
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

  /** Notes a call without an answer. A task's call for a single number is remembered. */
  noteTried({ numbers, order, purpose }: EndedCall): void {
    const [number, another] = numbers;
    if (purpose !== 'batch' || number === undefined || another !== undefined) return;
    this.#tried.delete(number);
    this.#tried.set(number, order);
    const [oldest] = this.#tried.keys();
    if (this.#tried.size > MAX_REMEMBERED_CALLS && oldest !== undefined) this.#tried.delete(oldest);
  }

  /** The order of the last call that {@link noteTried} has noted for this number; 0 if there was none. */
  lastTried(number: E164): number {
    return this.#tried.get(number) ?? 0;
  }

  /** Whether a chunk whose open numbers were all tried becomes the next probe; see {@link ProbeTurns}. */
  takeTurn(taskId: TaskId, chunkIndex: number): boolean {
    return this.#turns.take(taskId, chunkIndex, this.#nextProbeAt);
  }

  /** Whether a chunk of suspicious numbers alone leaves the next probe to the chunks behind it; see {@link ProbeTurns}. */
  leaveTurn(taskId: TaskId, chunkIndex: number): boolean {
    return this.#turns.leave(taskId, chunkIndex, this.#nextProbeAt);
  }

  /** The pause after a probe that failed, in milliseconds. */
  pauseMs(now: number): number {
    const quarterMs = Math.ceil((now - this.since) / 4);
    return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, quarterMs));
  }

  /**
   * The time at which the store has to find again the tasks that have waited for `timeoutMs`, by the elapsed time. The first time is when
   * the tasks fail that waited from the beginning. Tasks that were queued later follow at the intervals of probes, whenever the next probe
   * may go out.
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

  /** Milliseconds until the next probe may go out. */
  untilProbeMs(now: number): number {
    return Math.max(0, this.#nextProbeAt - now);
  }
}
