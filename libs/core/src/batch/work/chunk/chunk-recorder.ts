import { beginWait } from '../../../async/wait.js';
import { isDialproofError } from '../../../model/errors.js';
import type { Clock } from '../../../ports/clock.js';
import type { ChunkRecord, FinishClaim, Lease, RecordAnswer, TaskStore } from '../../../ports/task-store.js';
import type { FailureReporter } from '../../../reports/failure-reporter.js';
import type { ChunkProgress } from './chunk-progress.js';
import type { UnrecordedAnswers } from './unrecorded-answers.js';

type NewsRecord = Omit<ChunkRecord, 'leaseMs'>;

export interface ChunkRecorderParts {
  readonly store: Pick<TaskStore, 'record'>;
  readonly clock: Clock;
  readonly reporter: FailureReporter;
  readonly leaseMs: number;
  /** Notes that an answer waits for its record, until the returned function is called. */
  readonly beginWaiting: () => () => void;
  /** Is called with each record that changed something. */
  readonly onRecorded: (record: NewsRecord) => void;
  /** Is called when nothing more of the task needs to be checked. */
  readonly onEnding: () => void;
}

/**
 * The shortest time between two records. It leaves the store ten milliseconds for a record before new calls have to wait; see
 * {@link UnrecordedAnswers}.
 */
const INTERVAL_MS = 15;

/** The bounds of the pause after a failed record. Paid answers must survive a short failure of the store. */
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** The most tries of a record that the store refuses for another reason than `storage_unavailable`. */
const MOST_TRIES = 4;

/** Records the answers of a chunk as they arrive, one record at a time. */
export class ChunkRecorder {
  readonly #lease: Lease;
  readonly #progress: ChunkProgress;
  readonly #parts: ChunkRecorderParts;
  readonly #signal: AbortSignal;
  #running: Promise<void> | undefined;
  #lastBegan = Number.NEGATIVE_INFINITY;
  #cancelNext: (() => void) | undefined;
  #isClosed = false;
  /** Whether `flush` was called. No other record begins after that. */
  #isFlushing = false;
  #failures = 0;
  #refusal: { readonly reason: unknown } | undefined;
  #finish: FinishClaim | null = null;
  /** Ends the waiting that `beginWaiting` noted for answers that are in no running record. */
  #endWaiting: (() => void) | undefined;

  /** `signal`: when it is aborted, a record that fails is not tried again. */
  constructor(lease: Lease, progress: ChunkProgress, parts: ChunkRecorderParts, signal: AbortSignal) {
    this.#lease = lease;
    this.#progress = progress;
    this.#parts = parts;
    this.#signal = signal;
  }

  /** The claim of the task's end, if the last record returned one. */
  get finish(): FinishClaim | null {
    return this.#finish;
  }

  /** Whether the task takes no more records. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the last record failed. Further answers might be lost until one succeeds. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** Resolves when a record has succeeded again, or will not be tried again. */
  async recovered(): Promise<void> {
    await this.#running;
  }

  /** Notes that there is something to record. */
  noteNews(): void {
    if (this.#isClosed || this.#refusal !== undefined) return;
    // While records fail, only this chunk waits. The calls for other chunks continue.
    if (!this.isFailing) this.#endWaiting ??= this.#parts.beginWaiting();
    if (this.#running !== undefined || this.#cancelNext !== undefined || this.#isFlushing) return;
    const { clock } = this.#parts;
    const delayMs = this.#lastBegan + INTERVAL_MS - clock.elapsed();
    if (delayMs > 0) {
      this.#cancelNext = clock.schedule(delayMs, () => {
        this.#start();
      });
      return;
    }
    // Wait for the next turn, so that all answers of an instant checker are recorded together.
    const next = setImmediate(() => this.#start());
    this.#cancelNext = () => clearImmediate(next);
  }

  /**
   * Resolves when all answers are recorded, or cannot be: the task is closed, or the signal is aborted and the store fails. Rejects with
   * the reason if the store refuses the task's records, or if the records of other workers cannot be read.
   */
  async flush(): Promise<void> {
    this.#isFlushing = true;
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    await this.#running;
    try {
      while (this.#progress.hasNews && !this.#isClosed && this.#refusal === undefined) {
        if (!(await this.#recordOnce())) break;
      }
    } finally {
      this.#leaveWaiting();
    }
    if (this.#refusal !== undefined) throw this.#refusal.reason;
  }

  #start(): void {
    this.#cancelNext = undefined;
    if (!this.#progress.hasNews) return;
    this.#running = this.#recordOnce()
      .catch((reason: unknown) => {
        this.#refusal = { reason };
        this.#leaveWaiting();
        this.#parts.onEnding();
      })
      .then(() => {
        this.#running = undefined;
        if (this.#progress.hasNews) this.noteNews();
      });
  }

  /**
   * Resolves to true when the store has answered, and to false if the signal is aborted while the store fails. Rejects if the store has
   * refused the record {@link MOST_TRIES} times in a row: only `storage_unavailable` is retried without end.
   */
  async #recordOnce(): Promise<boolean> {
    const { clock, leaseMs, reporter, store } = this.#parts;
    for (let refusals = 0; ; ) {
      this.#lastBegan = clock.elapsed();
      const record = this.#progress.nextRecord();
      const endWaiting = this.#endWaiting;
      this.#endWaiting = undefined;
      let answer: RecordAnswer;
      try {
        answer = await store.record(this.#lease, { ...record, leaseMs });
      } catch (error) {
        this.#failures += 1;
        endWaiting?.();
        this.#leaveWaiting();
        const isDown = isDialproofError(error, 'storage_unavailable');
        refusals = isDown ? 0 : refusals + 1;
        if (refusals === MOST_TRIES) throw error;
        // The reason of a refusal is reported with the end of the task.
        if (isDown || this.#signal.aborted) reporter.report('work_failed', error);
        if (this.#signal.aborted) return false;
        await this.#pause();
        continue;
      }
      endWaiting?.();
      this.#failures = 0;
      this.#take(answer, record);
      return true;
    }
  }

  #leaveWaiting(): void {
    this.#endWaiting?.();
    this.#endWaiting = undefined;
  }

  #take(answer: RecordAnswer, record: NewsRecord): void {
    switch (answer.outcome) {
      case 'recorded':
        this.#progress.recorded(record.statuses, answer.revision);
        this.#finish = answer.finish;
        this.#parts.onRecorded(record);
        if (answer.isEnding) this.#parts.onEnding();
        return;
      case 'outdated':
        this.#progress.merge(answer.statuses, answer.revision);
        return;
      case 'closed':
        this.#isClosed = true;
        this.#leaveWaiting();
        this.#parts.onEnding();
        return;
    }
  }

  async #pause(): Promise<void> {
    const delayMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (this.#failures - 1));
    await beginWait({ timeout: { clock: this.#parts.clock, ms: delayMs }, signal: this.#signal }).ended;
  }
}
