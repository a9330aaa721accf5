import { DialproofError } from '../model/errors.js';
import type { AccountId, TaskId } from '../model/identifiers.js';
import { type FailureReason, hasEnded, type Task, type TaskFile } from '../model/task.js';
import type { StoreMoment, StoreTime } from '../ports/store-time.js';
import type {
  CheckClaim,
  ChunkRecord,
  DiscardClaim,
  FinishClaim,
  Lease,
  RecordAnswer,
  RetryContents,
  TaskContents,
  TaskDraft,
  TaskEnding,
} from '../ports/task-store.js';
import type { OutageDocument } from './outage-document.js';
import {
  type ChunkState,
  type EndState,
  endedTask,
  FREE,
  isHeld,
  leased,
  type NewLease,
  newEnding,
  queuedTask,
  resumedTask,
  startedTask,
  type TaskDocumentData,
  withRows,
} from './task-document-data.js';

/** A claim of a chunk without its bytes, which the store adds. */
export type ChunkClaim = Omit<CheckClaim, 'chunk' | 'statuses'>;

export type DocumentClaim = ChunkClaim | FinishClaim | DiscardClaim;

/** The answer to a record. The store adds the present statuses if it is outdated, and keeps the new ones if it is recorded. */
export type DocumentRecordAnswer =
  | Exclude<RecordAnswer, { outcome: 'outdated' }>
  | { readonly outcome: 'outdated'; readonly revision: number };

/** The further state by which a task is shown. */
export interface ShownBeside {
  readonly outage: OutageDocument | null;
  /** The task of the outage's last probe, see {@link OutageDocument.probeTaskId}. */
  readonly probeTask: TaskDocument | undefined;
  /** Shows a moment of the store as the wall clock shows it. */
  readonly time: Pick<StoreTime, 'shown'>;
}

/**
 * One task as a JSON document, from the first byte of its upload, with the rules of {@link TaskStore} for it. A store loads it, calls one
 * method and saves it, within one transaction. Row blocks, and the numbers and statuses of chunks, are bytes that the store keeps apart.
 *
 * Methods throw `task_not_found` as {@link TaskStore} describes, and RangeError for a chunk that does not exist.
 */
export class TaskDocument {
  readonly #data: TaskDocumentData;

  /** `data`: a result of `toJSON`, which the document then owns. */
  constructor(data: TaskDocumentData) {
    this.#data = data;
  }

  /** A leased draft. */
  static begin(draft: TaskDraft, token: string, moment: StoreMoment): TaskDocument {
    const { accountId, leaseMs, run, taskId } = draft;
    return new TaskDocument({
      taskId,
      accountId,
      createdAt: moment.wallNow,
      begun: { ...newEnding(), ...leased({ token, leaseMs }, moment), run },
      task: null,
      rowsWithoutNumber: 0,
      chunks: [],
      finish: newEnding(),
      queuedAt: 0,
      endedAt: null,
      suspendedAt: null,
      run,
      lastRun: run,
      resumedBy: null,
      verified: 0,
      failure: null,
    });
  }

  toJSON(): TaskDocumentData {
    return this.#data;
  }

  get taskId(): TaskId {
    return this.#data.taskId;
  }

  get accountId(): AccountId {
    return this.#data.accountId;
  }

  /** The task without `waiting`; null for a draft. */
  get task(): Task | null {
    return this.#data.task;
  }

  /** When its last run ended, by the store's time. */
  get endedAt(): number | null {
    return this.#data.endedAt;
  }

  get hasEnded(): boolean {
    return this.#data.task !== null && hasEnded(this.#data.task.status);
  }

  /** Whether the task has ended and no retry has begun, so that it does not change. */
  get isAtRest(): boolean {
    return this.hasEnded && !this.isBegun;
  }

  /** Replaces the facts of the file of a task at rest. */
  replaceFile(file: TaskFile): void {
    if (this.#data.task === null || !this.isAtRest)
      throw new RangeError('only a task that has ended is rewritten');
    this.#data.task = { ...this.#data.task, file: structuredClone(file) };
  }

  /** Whether an upload or a retry is under way. */
  get isBegun(): boolean {
    return this.#data.begun !== null;
  }

  /** Whether the task has work to claim, now or later. */
  get isOpen(): boolean {
    return this.isBegun || !this.hasEnded;
  }

  /** Whether rows may be added under this lease. */
  acceptsRows(lease: Lease): boolean {
    return this.#data.task === null && this.#isGoingOn(lease);
  }

  /** Whether a retry that this lease began may be resumed. */
  acceptsResume(lease: Lease): boolean {
    return this.#data.task !== null && this.#isGoingOn(lease);
  }

  /** Makes the draft a task. Returns true if the store is to keep the chunks, and false for a repeat: the draft is a task already. */
  enqueue(lease: Lease, contents: TaskContents, { now }: StoreMoment): boolean {
    const data = this.#data;
    if (data.task !== null) return false;
    if (!this.#isGoingOn(lease)) throw notFound();
    data.task = queuedTask(data, contents);
    data.begun = null;
    data.rowsWithoutNumber = contents.rowsWithoutNumber;
    data.chunks = contents.chunks.map(() => ({ token: null, freeAt: 0, revision: 0, isComplete: false }));
    data.queuedAt = now;
    return true;
  }

  /** Ends an upload or a retry. Returns true if the store is to remove the document, since it was a draft. */
  discard({ token }: Lease): boolean {
    const { begun, task } = this.#data;
    if (begun?.token !== token) return false;
    this.#data.begun = null;
    return task === null;
  }

  /** Begins a retry, and returns its run; undefined if the task has not ended or has a retry already. */
  beginRetry(lease: NewLease, moment: StoreMoment): number | undefined {
    const data = this.#data;
    if (data.task === null) throw notFound();
    if (!this.hasEnded || data.begun !== null) return undefined;
    // Abandoned runs count too, since their hold is used up.
    data.lastRun += 1;
    data.begun = { ...newEnding(), ...leased(lease, moment), run: data.lastRun };
    return data.lastRun;
  }

  /** Queues the task again. Returns the chunks whose statuses the store has to save: none if this lease has resumed it before. */
  resume(
    lease: Lease,
    { heldCredits, reopened }: RetryContents,
    { now }: StoreMoment,
  ): RetryContents['reopened'] {
    const data = this.#data;
    if (data.task !== null && data.resumedBy === lease.token) return [];
    if (data.task === null || !this.#isGoingOn(lease)) throw notFound();
    const chunks = reopened.map(({ chunkIndex }) => this.#chunk(chunkIndex));
    for (const state of [data.finish, ...data.chunks]) Object.assign(state, FREE);
    for (const chunk of chunks) {
      chunk.revision += 1;
      chunk.isComplete = false;
    }
    data.task = resumedTask(data.task, heldCredits);
    data.run = data.begun?.run ?? data.run;
    data.begun = null;
    data.finish = newEnding();
    data.queuedAt = now;
    data.resumedBy = lease.token;
    data.verified = 0;
    data.failure = null;
    return reopened;
  }

  /** The task as callers see it: `waiting` in an outage or while its account is suspended. Undefined for a draft. */
  show({ outage, probeTask, time }: ShownBeside): Task | undefined {
    const { queuedAt, suspendedAt, task } = this.#data;
    if (task === null) return undefined;
    const copy = structuredClone(task);
    if (!this.#waits) return copy;
    if (suspendedAt !== null) {
      const since = time.shown(Math.max(suspendedAt, queuedAt));
      return { ...copy, waiting: { reason: 'account_suspended', since, nextTryAt: null } };
    }
    if (outage === null) return copy;
    const since = Math.max(outage.since, queuedAt);
    // If no worker runs, this time is in the past. It is shown anyway, so that an unchanged task always looks the same.
    const nextTryAt = Math.max(since, outage.nextCheckAt(probeTask));
    return {
      ...copy,
      waiting: { reason: outage.reason, since: time.shown(since), nextTryAt: time.shown(nextTryAt) },
    };
  }

  /**
   * The earliest time at which something of the task can be claimed; chunks not before `nextCheckAt`. Infinity if another call is needed
   * first.
   */
  claimableAt(now: number, nextCheckAt: number): number {
    const { begun, chunks, finish, suspendedAt } = this.#data;
    if (begun !== null) return begun.freeAt;
    if (this.hasEnded) return Number.POSITIVE_INFINITY;
    if (!this.#isToBeFinished) {
      if (suspendedAt !== null) return Number.POSITIVE_INFINITY;
      let free = Number.POSITIVE_INFINITY;
      for (const { freeAt, isComplete } of chunks) if (!isComplete && freeAt < free) free = freeAt;
      return Math.max(nextCheckAt, free);
    }
    // The finish of a task that is to fail waits for the leases of its chunks: their answers still count.
    const leased = finish.isClaimed ? [] : chunks.filter((chunk) => !chunk.isComplete && isHeld(chunk, now));
    return leased.reduce((latest, { freeAt }) => Math.max(latest, freeAt), finish.freeAt);
  }

  /** Makes the claim that {@link claimableAt} has found. `outageMs`: the length of the outage, if the claim is its probe. */
  claim(lease: NewLease, outageMs: number | null, moment: StoreMoment): DocumentClaim {
    const data = this.#data;
    const { begun, chunks } = data;
    if (begun !== null) {
      begun.isClaimed = true;
      Object.assign(begun, leased(lease, moment));
      const { run, tries } = begun;
      return { kind: 'discard', ...this.#claimed(null, lease), run, tries };
    }
    if (this.#isToBeFinished) return this.#claimFinish(lease, moment);
    this.#start(moment.wallNow);
    const chunkIndex = chunks.findIndex(({ freeAt, isComplete }) => !isComplete && freeAt <= moment.now);
    const chunk = this.#chunk(chunkIndex);
    Object.assign(chunk, leased(lease, moment));
    const { revision } = chunk;
    const probe = outageMs === null ? null : { outageMs };
    return { kind: 'check', ...this.#claimed(chunkIndex, lease), run: data.run, chunkIndex, revision, probe };
  }

  /** When a lease ends; undefined if the lease is lost. */
  leaseEnd(lease: Lease): number | undefined {
    return this.#leased(lease)?.freeAt;
  }

  extendLease(lease: Lease, leaseMs: number, moment: StoreMoment): boolean {
    const state = this.#leased(lease);
    if (state === undefined || (lease.chunkIndex !== null && this.#isStopped)) return false;
    state.freeAt = moment.after(leaseMs);
    return true;
  }

  giveBack(lease: Lease, retryAfterMs: number, moment: StoreMoment): void {
    const state = this.#leased(lease);
    if (state === undefined) return;
    state.token = null;
    state.freeAt = moment.after(retryAfterMs);
    if ('tries' in state && state.isClaimed) state.tries += 1;
  }

  /** `token`: that of the lease to finish the task, if the record completes it. */
  record(chunkIndex: number, record: ChunkRecord, token: string, moment: StoreMoment): DocumentRecordAnswer {
    const data = this.#data;
    if (data.task === null || this.hasEnded || data.finish.isClaimed) return { outcome: 'closed' };
    const chunk = this.#chunk(chunkIndex);
    if (record.revision !== chunk.revision) return { outcome: 'outdated', revision: chunk.revision };
    chunk.revision += 1;
    if (record.isComplete) Object.assign(chunk, FREE, { isComplete: true });
    data.task = withRows(data.task, record);
    data.verified += record.verified;
    const isReady = this.#isToBeFinished && this.claimableAt(moment.now, 0) <= moment.now;
    return {
      outcome: 'recorded',
      revision: chunk.revision,
      isEnding: this.#isStopped,
      finish: isReady ? this.#claimFinish({ token, leaseMs: record.leaseMs }, moment) : null,
    };
  }

  fail(reason: FailureReason): void {
    const { finish, task } = this.#data;
    if (task !== null && !this.hasEnded && !finish.isClaimed) this.#data.failure ??= reason;
  }

  /** Fails the task if it has waited too long in an outage. */
  failIfWaiting(outage: OutageDocument, failAfterMs: number, { now }: StoreMoment): void {
    const { queuedAt, task } = this.#data;
    if (task === null || !this.#waits) return;
    if (now - Math.max(outage.since, queuedAt) >= failAfterMs) this.fail('checker_unavailable');
  }

  /** Returns whether the task has ended with this call. */
  finish(lease: Lease, ending: TaskEnding, moment: StoreMoment): boolean {
    const { finish, task } = this.#data;
    if (task === null || this.hasEnded || this.#leased(lease) !== finish) return false;
    this.#data.task = endedTask(task, ending, moment.wallNow);
    this.#data.endedAt = moment.now;
    Object.assign(finish, FREE);
    return true;
  }

  /** Suspends the account since that time; null reinstates it. */
  suspend(since: number | null): void {
    this.#data.suspendedAt = since;
  }

  /** Whether an upload or a retry still belongs to this lease: even past its end, until somebody claims to discard it. */
  #isGoingOn({ token }: Lease): boolean {
    const { begun } = this.#data;
    return begun?.token === token && !begun.isClaimed;
  }

  /** The item of a lease; undefined if the lease is lost. */
  #leased({ chunkIndex, token }: Lease): ChunkState | EndState | undefined {
    const { begun, chunks, finish } = this.#data;
    const ofRun = this.hasEnded ? undefined : chunkIndex === null ? finish : chunks[chunkIndex];
    const state = chunkIndex === null ? (begun ?? ofRun) : ofRun;
    return state?.token === token ? state : undefined;
  }

  #chunk(index: number): ChunkState {
    const { chunks } = this.#data;
    const chunk = chunks[index];
    if (chunk === undefined) throw new RangeError(`the task has ${chunks.length} chunks, none is ${index}`);
    return chunk;
  }

  get #isToBeFinished(): boolean {
    return this.#data.failure !== null || this.#data.chunks.every(({ isComplete }) => isComplete);
  }

  /** Whether no further number may be checked now. */
  get #isStopped(): boolean {
    return this.#data.failure !== null || this.#data.suspendedAt !== null;
  }

  /** Whether the task needs answers, so that an outage stops it. */
  get #waits(): boolean {
    return !this.hasEnded && !this.#isToBeFinished;
  }

  #claimFinish(lease: NewLease, moment: StoreMoment): FinishClaim {
    this.#start(moment.wallNow);
    const { failure: failureReason, finish, run, verified } = this.#data;
    finish.isClaimed = true;
    Object.assign(finish, leased(lease, moment));
    return {
      kind: 'finish',
      ...this.#claimed(null, lease),
      run,
      verified,
      failureReason,
      tries: finish.tries,
    };
  }

  #claimed(chunkIndex: number | null, { token }: NewLease) {
    const { accountId, taskId } = this.#data;
    return { lease: { taskId, chunkIndex, token }, taskId, accountId };
  }

  /** The first claim makes a task `processing`, and gives its rows without a number their status. */
  #start(wallNow: number): void {
    const { rowsWithoutNumber, task } = this.#data;
    if (task?.status !== 'queued') return;
    this.#data.task = startedTask(task, rowsWithoutNumber, wallNow);
  }
}

function notFound(): DialproofError {
  return new DialproofError('task_not_found');
}
