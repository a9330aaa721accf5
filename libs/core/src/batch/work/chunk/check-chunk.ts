import { type LinkedSignal, linkSignals } from '../../../async/linked-signal.js';
import { nextTurn } from '../../../async/turn.js';
import type { CallReport } from '../../../checking/breaker.js';
import type { CallRight } from '../../../checking/budget/check-budget.js';
import type { CallOrigin } from '../../../checking/budget/waiting-calls.js';
import type { CallOutcome } from '../../../checking/calls/checker-calls.js';
import { isLeftBehind, lateForMs, RunningCalls } from '../../../checking/running-calls.js';
import type { CheckClaim, FinishClaim } from '../../../ports/task-store.js';
import type { WorkSettings } from '../../batch-settings.js';
import { LeaseKeeper } from '../../lease-keeper.js';
import { filledList, SUPPRESSED_ANSWER, suppressedPositions } from '../../suppressed-numbers.js';
import type { ClaimedNumbers } from '../claimed-numbers.js';
import { ChunkProgress } from './chunk-progress.js';
import { ChunkRecorder, type ChunkRecorderParts } from './chunk-recorder.js';
import { attemptPauseMs, OpenNumbers } from './open-numbers.js';

/** How the work on a claimed chunk ended. */
export interface ChunkEnd {
  /** The claim of the task's end, if this chunk was the last. */
  readonly finish: FinishClaim | null;
  /** How long to wait before the chunk is claimed again; null if the work on it is complete. */
  readonly retryAfterMs: number | null;
}

export interface ClaimedChunk {
  readonly claim: CheckClaim;
  /** The clock's elapsed time when the store was asked for it. */
  readonly askedAt: number;
  /** Updated while calls begin. */
  readonly numbers: ClaimedNumbers;
}

/**
 * After an outage of this length, a chunk leaves its probe to later chunks by chance. A store offers the chunks of a task in order, so a
 * first chunk whose numbers always fail would get every probe.
 */
const PROBES_ALTERNATE_AFTER_MS = 60_000;
const LEAVES_PROBE = 0.5;
/** The pause of a chunk that may make no call. Meanwhile other chunks can be claimed. */
const REST_FOR_OTHERS_MS = 100;

/** The event loop gets a turn after this many calls, for checkers that answer at once. */
const CALLS_A_TURN = 1_000;

/**
 * Checks the open numbers of a chunk, each once, and records the answers. It may end early: by an outage, a lost lease, a cancelled or
 * failed task, or a process that stops. Then no further call begins, running calls may still answer, and all answers are recorded before it
 * resolves. Rejects if the task cannot be worked on: its stored data cannot be read, or the store refuses its records for another reason
 * than `storage_unavailable`.
 */
export async function checkChunk(
  settings: WorkSettings,
  chunk: ClaimedChunk,
  signal: AbortSignal,
): Promise<ChunkEnd> {
  await nextTurn();
  return await new ChunkCheck(settings, chunk, signal).run();
}

class ChunkCheck {
  readonly #settings: WorkSettings;
  readonly #claim: CheckClaim;
  readonly #askedAt: number;
  readonly #numbers: ClaimedNumbers;
  readonly #signal: AbortSignal;
  readonly #progress: ChunkProgress;
  readonly #open: OpenNumbers;
  readonly #recorder: ChunkRecorder;
  readonly #calls: RunningCalls;
  readonly #origin: CallOrigin;
  /** Aborted when no further call is to begin. */
  readonly #stop: LinkedSignal;
  #callsUnderWay = 0;
  #onLastCallEnded = (): void => undefined;
  /** Positions whose check failed in this claim. */
  readonly #failed = new Set<number>();
  /** The positions of numbers whose call is repeated unchanged, since they did not cause its failure. */
  readonly #spared = new Set<number>();
  /** The longest pause that the upstream asked for, or in which late answers may still come. */
  #askedPauseMs = 0;
  /** The reports of an outage, by the position of their number in the chunk. */
  readonly #reported = new Map<number, CallReport>();
  /** How long the chunk pauses because it made no call. */
  #restMs = 0;

  constructor(settings: WorkSettings, { askedAt, claim, numbers }: ClaimedChunk, signal: AbortSignal) {
    this.#settings = settings;
    this.#claim = claim;
    this.#askedAt = askedAt;
    this.#numbers = numbers;
    this.#signal = signal;
    this.#progress = new ChunkProgress(claim, settings.checkAttempts, settings.clock);
    this.#open = new OpenNumbers(this.#progress, settings.checking);
    this.#stop = linkSignals(signal);
    this.#origin = { purpose: 'batch', accountId: claim.accountId, chunk: claim };
    this.#calls = new RunningCalls(settings.checking, this.#origin, this.#progress.consentDates);
    const onEnding = (): void => this.#stop.abort();
    const parts: ChunkRecorderParts = {
      ...settings,
      onEnding,
      beginWaiting: () => settings.unrecorded.begin(),
      onRecorded({ checksFailed, rows: statuses, verified }) {
        settings.changes.notify(claim.taskId);
        settings.observer?.onRows?.({ statuses, checksFailed, verified });
      },
    };
    this.#recorder = new ChunkRecorder(claim.lease, this.#progress, parts, signal);
  }

  async run(): Promise<ChunkEnd> {
    const { checking, endings } = this.#settings;
    const stop = (): void => this.#stop.abort();
    const held = { lease: this.#claim.lease, askedAt: this.#askedAt };
    const lease = new LeaseKeeper(held, this.#settings, stop);
    const leave = [checking.breaker.onOpen(stop), endings.listen(this.#claim.taskId, stop)];
    try {
      await this.#withholdSuppressed();
      this.#numbers.waiting = this.#progress.open().length;
      if (await this.#mayAsk(lease)) await this.#askOpen(lease);
      this.#numbers.waiting = 0;
      await this.#waitForCalls();
      this.#takeLateAnswers(this.#progress.open());
      this.#countFailures();
    } finally {
      lease.stop();
      for (const stopListening of leave) stopListening();
      this.#stop.unlink();
      // Record also after a failure: the answers are paid for.
      await this.#recorder.flush();
    }
    // The store has to know of an outage before the chunk can be claimed again.
    await checking.breaker.stored;
    const isOver = this.#recorder.isClosed || (this.#progress.isComplete && !this.#progress.hasNews);
    return { finish: this.#recorder.finish, retryAfterMs: isOver ? null : this.#pauseMs() };
  }

  /** Answers numbers that were suppressed since the file was read. Numbers that are suppressed from now on may still be checked. */
  async #withholdSuppressed(): Promise<void> {
    const { accountId } = this.#claim;
    const list = await filledList(this.#settings.suppressions, accountId);
    if (list === null) return;
    const open = this.#progress.open();
    const phones = open.map((position) => this.#open.numberAt(position));
    for (const place of await suppressedPositions(list, accountId, phones))
      this.#progress.withhold(open[place] ?? Number.NaN, SUPPRESSED_ANSWER);
  }

  /**
   * During an outage, checks one number as the probe, which is the only call of all processes. Resolves to whether the other numbers can be
   * checked.
   */
  async #mayAsk(lease: LeaseKeeper): Promise<boolean> {
    const { budget, checking, entropy } = this.#settings;
    const { breaker } = checking;
    const { probe } = this.#claim;
    if (!breaker.isOpen) return true;
    // An outage may have begun since the claim, and only a probe may call the checker then.
    const isForOthers =
      probe === null || (probe.outageMs >= PROBES_ALTERNATE_AFTER_MS && entropy.fraction() < LEAVES_PROBE);
    const position = isForOthers ? undefined : this.#open.probePosition(entropy);
    if (position === undefined) {
      this.#restMs = REST_FOR_OTHERS_MS;
      return false;
    }
    const right = await budget.take(this.#origin, this.#stop.signal);
    if (right === null) return false;
    if (lease.isInDoubt) await lease.assured();
    if (this.#stop.signal.aborted) {
      budget.free(right);
      return false;
    }
    this.#call([position], right);
    await this.#waitForCalls();
    return !breaker.isOpen;
  }

  async #askOpen(lease: LeaseKeeper): Promise<void> {
    const { budget, checking, unrecorded } = this.#settings;
    const { breaker } = checking;
    const groups = this.#open.groups((position) => this.#failed.has(position));
    for (let calls = 1; ; calls += 1) {
      if (this.#recorder.isFailing) await this.#recorder.recovered();
      if (breaker.isDoubtful) await this.#waitForCalls();
      if (this.#stop.signal.aborted || (breaker.isDoubtful && this.#failed.size > 0)) return;
      const group = groups.next();
      if (group.done) return;
      this.#numbers.waiting -= group.value.length;
      // Wait before the call takes a slot, which others need.
      if (unrecorded.isLate) await unrecorded.recorded(this.#stop.signal);
      let right = budget.tryTake('batch');
      if (right === null) {
        right = await budget.take(this.#origin, this.#stop.signal);
        if (right === null) return;
        // Answers may have come meanwhile.
        if (unrecorded.isLate) await unrecorded.recorded(this.#stop.signal);
      }
      // While this call waited, others may have taken the chunk or recorded some of its numbers.
      if (lease.isInDoubt) await lease.assured();
      if (this.#stop.signal.aborted) budget.free(right);
      else this.#call(group.value, right);
      if (calls % CALLS_A_TURN === 0) await nextTurn();
    }
  }

  /** Calls the checker about the numbers of the group that are still open. */
  #call(group: readonly number[], right: CallRight): void {
    this.#takeLateAnswers(group);
    const positions = group.filter((position) => this.#progress.isOpen(position));
    if (positions.length === 0) {
      this.#settings.budget.free(right);
      return;
    }
    this.#callsUnderWay += 1;
    const numbers = positions.map((position) => this.#open.numberAt(position));
    const isRepeat = positions.some((position) => this.#progress.hasFailed(position));
    this.#calls.begin(numbers, isRepeat, (outcome) => {
      this.#settings.budget.free(right, isLeftBehind(outcome));
      this.#take(positions, outcome);
      this.#callsUnderWay -= 1;
      if (this.#callsUnderWay === 0) this.#onLastCallEnded();
    });
  }

  #take(positions: readonly number[], outcome: CallOutcome): void {
    const answers = outcome.kind === 'answered' ? outcome.answers : [];
    const open: number[] = [];
    positions.forEach((position, place) => {
      const answer = answers[place];
      if (answer === undefined) open.push(position);
      else this.#progress.answer(position, answer);
    });
    if (open.length < positions.length) this.#recorder.noteNews();
    switch (outcome.kind) {
      case 'answered':
        this.#fail(open);
        return;
      case 'failed':
        this.#fail(open);
        if (outcome.reason !== undefined)
          this.#noteReport(open, { reason: outcome.reason, retryAfterMs: outcome.retryAfterMs });
        // A pause, even of 0, means that the same call may succeed later.
        if (open.length > 1 && outcome.retryAfterMs !== undefined)
          for (const position of open) this.#spared.add(position);
        this.#askedPauseMs = Math.max(this.#askedPauseMs, outcome.retryAfterMs ?? 0, lateForMs(outcome));
        return;
      case 'unavailable':
        this.#fail(open);
        this.#noteReport(open, outcome);
        this.#askedPauseMs = Math.max(this.#askedPauseMs, outcome.retryAfterMs ?? 0);
        return;
      case 'given_up':
        return;
    }
  }

  #fail(positions: readonly number[]): void {
    for (const position of positions) this.#failed.add(position);
  }

  #noteReport(positions: readonly number[], report: CallReport): void {
    for (const position of positions) this.#reported.set(position, report);
  }

  /** Waits for the running calls, which are paid for; only for a short time if the process stops. */
  async #waitForCalls(): Promise<void> {
    if (this.#callsUnderWay === 0) return;
    const cancel = this.#calls.giveUpAfter(this.#signal, this.#settings.closeGraceMs);
    await new Promise<void>((resolve) => {
      this.#onLastCallEnded = resolve;
    });
    cancel();
  }

  /** Takes answers that came after their deadline, to earlier checks of these numbers or to checks by others. */
  #takeLateAnswers(positions: readonly number[]): void {
    const { late } = this.#settings.checking;
    if (late.isEmpty) return;
    for (const position of positions) {
      if (!this.#progress.isOpen(position)) continue;
      const answer = late.take(this.#open.numberAt(position));
      if (answer === undefined) continue;
      this.#failed.delete(position);
      this.#progress.answer(position, answer);
      this.#recorder.noteNews();
    }
  }

  #countFailures(): void {
    const { breaker } = this.#settings.checking;
    for (const position of [...this.#failed]) {
      const report = this.#reported.get(position);
      switch (breaker.costOfFailure(this.#progress.hasFailed(position), report)) {
        case 'attempt':
          if (this.#spared.has(position)) this.#progress.spare(position);
          else this.#progress.fail(position);
          break;
        case 'refusal':
          this.#progress.refuse(position);
          break;
        case 'nothing':
          // After a report, the chunk waits for the end of the outage, and not for its next attempt.
          if (report !== undefined) this.#failed.delete(position);
          break;
      }
    }
  }

  /** The pause before the chunk is claimed again. */
  #pauseMs(): number {
    if (this.#restMs > 0) return this.#restMs;
    const open = [...this.#failed].filter((position) => this.#progress.isOpen(position));
    if (open.length === 0) return 0;
    const failures = Math.max(1, ...open.map((position) => this.#progress.attempts(position)));
    return attemptPauseMs(failures, this.#askedPauseMs, this.#settings.entropy);
  }
}
