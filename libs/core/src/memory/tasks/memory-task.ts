import type { AccountId, TaskId } from '../../model/identifiers.js';
import {
  type FailureReason,
  hasEnded,
  type Task,
  type TaskStatus,
  type TaskWaiting,
} from '../../model/task.js';
import type {
  CheckClaim,
  ChunkRecord,
  FinishClaim,
  Lease,
  RecordAnswer,
  RetryContents,
  TaskContents,
  TaskEnding,
} from '../../ports/task-store.js';
import { MemoryChunks } from './memory-chunks.js';
import type { MemoryDraft } from './memory-draft.js';
import { MemoryLease } from './memory-lease.js';
import type { MemoryOutage, Moment } from './memory-outage.js';
import { MemoryProgress } from './memory-progress.js';

interface NewLease {
  readonly leaseMs: number;
  readonly token: string;
}

/** The lease of a claim. */
interface ClaimLease extends NewLease {
  /** The length of the outage, if this claim is its probe. */
  readonly outageMs: number | null;
}

/** One task of the {@link MemoryTaskStore}: its states, its progress, and its claims. */
export class MemoryTask {
  readonly taskId: TaskId;
  readonly accountId: AccountId;
  readonly createdAt: number;
  /** In the order in which the account enqueued its tasks: a cursor shows it, and must not count those of others. */
  readonly serial: number;
  readonly #chunks: MemoryChunks;
  readonly storedBytes: number;
  readonly #rowBlocks: readonly Uint8Array[];
  readonly #rowsWithoutNumber: number;
  readonly #progress = new MemoryProgress();
  readonly #finishLease = new MemoryLease();
  #task: Omit<Task, 'processed' | 'summary' | 'sources' | 'checksFailed' | 'waiting'>;
  #queued: Moment;
  #run: number;
  /** The number of the last run, which may have been given up. */
  #lastRun: number;
  #failure: FailureReason | null = null;
  #finishTries = 0;
  /** Whether the finish was claimed, after which the count of verified numbers must not change. */
  #isClosed = false;
  #resumedBy: string | null = null;
  /** Since when its account is suspended; null if it is not. */
  suspended: Moment | null = null;
  /** When it ended, by the elapsed time. */
  #endedAt = Number.POSITIVE_INFINITY;

  constructor(draft: MemoryDraft, contents: TaskContents, queued: Moment, serial: number) {
    this.taskId = draft.taskId;
    this.accountId = draft.accountId;
    this.createdAt = draft.createdAt;
    this.serial = serial;
    this.#run = draft.run;
    this.#lastRun = draft.run;
    this.#chunks = new MemoryChunks(contents.chunks);
    this.#rowBlocks = draft.rowBlocks;
    this.storedBytes = draft.storedBytes(contents);
    this.#rowsWithoutNumber = contents.rowsWithoutNumber;
    this.#queued = queued;
    this.#task = {
      taskId: draft.taskId,
      accountId: draft.accountId,
      status: 'queued',
      total: contents.total,
      createdAt: draft.createdAt,
      startedAt: null,
      finishedAt: null,
      failureReason: null,
      credits: { held: contents.heldCredits, charged: 0 },
      file: structuredClone(contents.file),
    };
  }

  get status(): TaskStatus {
    return this.#task.status;
  }

  /** The time of its last end, by the elapsed time; infinite if it never ended. */
  get endedAt(): number {
    return this.#endedAt;
  }

  get hasEnded(): boolean {
    return hasEnded(this.#task.status);
  }

  /** Whether it waits for answers, and has waited this long in this outage. */
  hasWaited(outage: MemoryOutage, ms: number, now: Moment): boolean {
    return this.#waits && outage.waitedMs(this.#queued, now) >= ms;
  }

  snapshot(outage: MemoryOutage | null, now: number): Task {
    return { ...structuredClone(this.#task), ...this.#progress.counts, waiting: this.#waiting(outage, now) };
  }

  rowBlock(index: number): Uint8Array | undefined {
    const block = this.#rowBlocks[index];
    return block && new Uint8Array(block);
  }

  statuses(): (Uint8Array | undefined)[] {
    return this.#chunks.statuses();
  }

  /** The earliest time at which this unfinished task has something to claim; chunks not before `checksFrom`. */
  claimableAt(now: number, checksFrom: number): number {
    if (!this.#isToBeFinished && this.suspended !== null) return Number.POSITIVE_INFINITY;
    if (!this.#isToBeFinished) return Math.max(this.#chunks.next(now).freeAt, checksFrom);
    const lastLeaseEnd = this.#isClosed ? Number.NEGATIVE_INFINITY : this.#chunks.lastLeaseEnd(now);
    return Math.max(this.#finishLease.freeAt, lastLeaseEnd);
  }

  /** Makes the claim that {@link claimableAt} has found. */
  claim(now: Moment, lease: ClaimLease): CheckClaim | FinishClaim {
    return this.#isToBeFinished ? this.#claimFinish(now, lease) : this.#claimChunk(now, lease);
  }

  lease(chunkIndex: number | null): MemoryLease {
    return chunkIndex === null ? this.#finishLease : this.#chunks.at(chunkIndex).lease;
  }

  /** Returns whether work is left under this lease. If so, the lease lasts until `leaseEnd`. */
  extendLease({ chunkIndex, token }: Lease, leaseEnd: number): boolean {
    const lease = this.lease(chunkIndex);
    const isStopped = chunkIndex !== null && this.#isStopped;
    if (this.hasEnded || isStopped || !lease.isHeldBy(token)) return false;
    lease.extend(leaseEnd);
    return true;
  }

  giveBack({ chunkIndex, token }: Lease, freeAt: number): void {
    const lease = this.lease(chunkIndex);
    if (this.hasEnded || !lease.isHeldBy(token)) return;
    lease.end(freeAt);
    if (chunkIndex === null) this.#finishTries += 1;
  }

  endLeases(): void {
    this.#finishLease.end();
    this.#chunks.endLeases();
  }

  /** `token`: that of the lease to finish the task, if the record completes it. */
  record(chunkIndex: number, record: ChunkRecord, now: Moment, token: string): RecordAnswer {
    if (this.hasEnded || this.#isClosed) return { outcome: 'closed' };
    const { revision, statuses } = this.#chunks.at(chunkIndex);
    if (record.revision !== revision) {
      return { outcome: 'outdated', revision, statuses: new Uint8Array(statuses ?? []) };
    }
    this.#chunks.record(chunkIndex, record);
    this.#progress.add(record);
    const isReady = this.#isToBeFinished && this.claimableAt(now.elapsed, now.elapsed) <= now.elapsed;
    return {
      outcome: 'recorded',
      revision: revision + 1,
      isEnding: this.#isStopped,
      finish: isReady ? this.#claimFinish(now, { leaseMs: record.leaseMs, token }) : null,
    };
  }

  fail(reason: FailureReason): void {
    if (!this.hasEnded && !this.#isClosed) this.#failure ??= reason;
  }

  /** Ends it, and returns its `finishedAt`. */
  finish({ status, failureReason, charged }: TaskEnding, now: Moment): number {
    const finishedAt = Math.max(now.wall, this.#task.startedAt ?? now.wall);
    this.#task = {
      ...this.#task,
      status,
      failureReason,
      finishedAt,
      credits: { held: 0, charged: this.#task.credits.charged + charged },
    };
    this.#finishLease.end();
    this.#endedAt = now.elapsed;
    return finishedAt;
  }

  /** Whether this lease resumed it before. */
  wasResumedBy(token: string): boolean {
    return this.#resumedBy === token;
  }

  /** The number of a run that is begun now. */
  beginRun(): number {
    this.#lastRun += 1;
    return this.#lastRun;
  }

  resume(token: string, run: number, { heldCredits, reopened }: RetryContents, queued: Moment): void {
    this.#chunks.reopen(reopened);
    this.#progress.beginRun();
    this.#failure = null;
    this.#finishTries = 0;
    this.#isClosed = false;
    this.#run = run;
    this.#queued = queued;
    this.#resumedBy = token;
    const { credits } = this.#task;
    this.#task = {
      ...this.#task,
      status: 'queued',
      finishedAt: null,
      failureReason: null,
      credits: { held: heldCredits, charged: credits.charged },
    };
  }

  #waiting(outage: MemoryOutage | null, now: number): TaskWaiting | null {
    if (!this.#waits) return null;
    if (this.suspended === null) return outage?.waitingOf(this.#queued, now) ?? null;
    const since = this.suspended.elapsed > this.#queued.elapsed ? this.suspended : this.#queued;
    return { reason: 'account_suspended', since: since.wall, nextTryAt: null };
  }

  /** Whether no further number is to be checked now. */
  get #isStopped(): boolean {
    return this.#failure !== null || this.suspended !== null;
  }

  /** Whether it waits for answers, so that an outage stops it. */
  get #waits(): boolean {
    return !this.hasEnded && !this.#isToBeFinished;
  }

  get #isToBeFinished(): boolean {
    return this.#chunks.areComplete || this.#failure !== null;
  }

  #claimFinish(now: Moment, { leaseMs, token }: NewLease): FinishClaim {
    this.#start(now.wall);
    this.#isClosed = true;
    this.#finishLease.take(now.elapsed, leaseMs, token);
    return {
      kind: 'finish',
      ...this.#claimed(null, token),
      verified: this.#progress.verified,
      failureReason: this.#failure,
      tries: this.#finishTries,
    };
  }

  #claimChunk(now: Moment, { leaseMs, outageMs, token }: ClaimLease): CheckClaim {
    this.#start(now.wall);
    const { index: chunkIndex } = this.#chunks.next(now.elapsed);
    const { lease, numbers, statuses, revision } = this.#chunks.at(chunkIndex);
    lease.take(now.elapsed, leaseMs, token);
    return {
      kind: 'check',
      ...this.#claimed(chunkIndex, token),
      chunkIndex,
      chunk: new Uint8Array(numbers),
      statuses: statuses === undefined ? null : new Uint8Array(statuses),
      revision,
      probe: outageMs === null ? null : { outageMs },
    };
  }

  #claimed(chunkIndex: number | null, token: string) {
    const { taskId, accountId } = this;
    return { lease: { taskId, chunkIndex, token }, taskId, accountId, run: this.#run };
  }

  #start(now: number): void {
    if (this.#task.status !== 'queued') return;
    const isFirstRun = this.#task.startedAt === null;
    const startedAt = this.#task.startedAt ?? Math.max(now, this.#task.createdAt);
    this.#task = { ...this.#task, status: 'processing', startedAt };
    if (isFirstRun) this.#progress.addRowsWithoutNumber(this.#rowsWithoutNumber);
  }
}
