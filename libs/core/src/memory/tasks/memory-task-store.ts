import {
  type AccountBounds,
  type AccountUsage,
  assertFileWithin,
  assertTaskWithin,
} from '../../model/account-bounds.js';
import { DialproofError } from '../../model/errors.js';
import type { AccountId, TaskId } from '../../model/identifiers.js';
import { assertOptionNames } from '../../model/option-names.js';
import type { FailureReason, Task } from '../../model/task.js';
import type { AccountSuspensions } from '../../ports/account-suspensions.js';
import type { BoundedTasks } from '../../ports/bounded-tasks.js';
import { type Clock, systemClock } from '../../ports/clock.js';
import { type Entropy, systemEntropy } from '../../ports/entropy.js';
import type { TaskEvent } from '../../ports/event-outbox.js';
import type { TaskArchive, TaskExpiry, TaskListRequest, TaskPage } from '../../ports/task-archive.js';
import type {
  ChunkRecord,
  Claim,
  ClaimAnswer,
  ClaimRequest,
  Lease,
  OutageReport,
  RecordAnswer,
  RetryContents,
  StoredOutage,
  TaskContents,
  TaskDraft,
  TaskEnding,
  TaskRetry,
  TaskStore,
} from '../../ports/task-store.js';
import { msUntilNext } from '../ms-until.js';
import { MemoryBegunRun } from './memory-begun-run.js';
import { MemoryBegunRuns } from './memory-begun-runs.js';
import { MemoryDraft } from './memory-draft.js';
import { MemoryOutage, type Moment } from './memory-outage.js';
import { MemoryTask } from './memory-task.js';
import { MemoryTaskArchive } from './memory-task-archive.js';
import { MemoryTaskDay } from './memory-task-day.js';
import { MemoryTurns } from './memory-turns.js';
import { usageOf } from './memory-usage.js';

export interface MemoryTaskStoreOptions {
  /** The source of its time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of lease tokens. Default: the machine's own. */
  readonly entropy?: Entropy;
  /** Gets an event for every task that ends, in the same step. `MemoryEventOutbox` of the testkit is one. Default: none. */
  readonly outbox?: { append(event: Omit<TaskEvent, 'eventId'>): void };
}

/**
 * A task store in this process's memory, for tests and for trying out: it forgets everything when the process ends and keeps every task
 * until then. Each method is atomic, since none awaits anything between reading and changing.
 */
export class MemoryTaskStore implements TaskStore, TaskArchive, BoundedTasks, AccountSuspensions {
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #outbox: MemoryTaskStoreOptions['outbox'];
  readonly #begun = new MemoryBegunRuns();
  readonly #tasks = new Map<TaskId, MemoryTask>();
  readonly #unfinished = new MemoryTurns();
  readonly #archive: MemoryTaskArchive;
  readonly #day: MemoryTaskDay;
  /** How many tasks each account has enqueued. */
  readonly #enqueued = new Map<AccountId, number>();
  readonly #suspended = new Map<AccountId, Moment>();
  #outage: MemoryOutage | null = null;

  constructor(options: MemoryTaskStoreOptions = {}) {
    assertOptionNames('MemoryTaskStore', options, { clock: true, entropy: true, outbox: true });
    const { clock = systemClock, entropy = systemEntropy, outbox } = options;
    this.#clock = clock;
    this.#entropy = entropy;
    this.#outbox = outbox;
    this.#day = new MemoryTaskDay(clock);
    this.#archive = new MemoryTaskArchive({
      tasks: this.#tasks,
      hasRetry: (taskId) => this.#begun.retries.has(taskId),
      show: (task) => this.#shown(task),
      elapsed: () => clock.elapsed(),
    });
  }

  async begin(draft: TaskDraft): Promise<Lease> {
    const { taskId, leaseMs } = draft;
    if (this.#begun.drafts.has(taskId) || this.#tasks.has(taskId)) {
      throw new DialproofError('request_in_progress', { hint: `the task id ${taskId} is in use already` });
    }
    const begun = new MemoryDraft(draft, this.#clock.now());
    this.#begun.drafts.set(taskId, begun);
    return {
      taskId,
      chunkIndex: null,
      token: begun.lease.take(this.#clock.elapsed(), leaseMs, this.#entropy.uuid()),
    };
  }

  async appendRows(lease: Lease, index: number, block: Uint8Array): Promise<void> {
    this.#draftOf(lease).append(index, block);
  }

  async enqueue(lease: Lease, contents: TaskContents): Promise<Task> {
    const known = this.#tasks.get(lease.taskId);
    if (known !== undefined) return this.#shown(known);
    const draft = this.#draftOf(lease);
    const serial = (this.#enqueued.get(draft.accountId) ?? 0) + 1;
    this.#enqueued.set(draft.accountId, serial);
    const task = new MemoryTask(draft, contents, this.#now(), serial);
    task.suspended = this.#suspended.get(task.accountId) ?? null;
    this.#begun.remove(lease.taskId);
    this.#tasks.set(lease.taskId, task);
    this.#unfinished.add(task);
    this.#day.count(task.accountId);
    return this.#shown(task);
  }

  async discard(lease: Lease): Promise<void> {
    if (this.#begun.under(lease) !== undefined) this.#begun.remove(lease.taskId);
  }

  async beginRetry(taskId: TaskId, leaseMs: number): Promise<TaskRetry | undefined> {
    const task = this.#tasks.get(taskId);
    if (task === undefined) throw notFound();
    if (!task.hasEnded || this.#begun.retries.has(taskId)) return undefined;
    const retry = new MemoryBegunRun(taskId, task.accountId, task.beginRun());
    this.#begun.retries.set(taskId, retry);
    const token = retry.lease.take(this.#clock.elapsed(), leaseMs, this.#entropy.uuid());
    return { lease: { taskId, chunkIndex: null, token }, run: retry.run };
  }

  async resume({ taskId, token }: Lease, contents: RetryContents): Promise<Task> {
    const task = this.#tasks.get(taskId);
    if (task?.wasResumedBy(token)) return this.#shown(task);
    const retry = this.#begun.retries.get(taskId);
    if (task === undefined || !retry?.isGoingOn(token)) throw notFound();
    task.resume(token, retry.run, contents, this.#now());
    this.#begun.remove(taskId);
    this.#unfinished.add(task);
    return this.#shown(task);
  }

  async find(taskId: TaskId): Promise<Task | undefined> {
    const task = this.#tasks.get(taskId);
    return task && this.#shown(task);
  }

  async rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined> {
    return this.#tasks.get(taskId)?.rowBlock(index);
  }

  async statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#tasks.get(taskId)?.statuses() ?? [];
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    const claims: Claim[] = [];
    while (claims.length < request.limit) {
      const { taskId, leaseMs } = request;
      // Drafts and retries go first: they are few and quick. In a busy store, their credits would otherwise be held for ever.
      const discard = this.#begun.claimDiscard(taskId, {
        ...{ now: this.#clock.elapsed(), leaseMs },
        newToken: () => this.#entropy.uuid(),
      });
      const claim = discard ?? this.#claimOfTask(request);
      if (claim === undefined) break;
      claims.push(claim);
    }
    const retryAfterMs = claims.length > 0 ? 0 : this.#retryAfterMs(request);
    return { claims, outage: this.#storedOutage(), retryAfterMs };
  }

  async extendLease(lease: Lease, leaseMs: number): Promise<boolean> {
    const leaseEnd = this.#clock.elapsed() + leaseMs;
    const begun = this.#begun.under(lease);
    if (begun === undefined) return this.#tasks.get(lease.taskId)?.extendLease(lease, leaseEnd) ?? false;
    begun.lease.extend(leaseEnd);
    return true;
  }

  async record({ taskId, chunkIndex }: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    if (chunkIndex === null) throw new RangeError('only the lease of a chunk can be recorded on');
    const task = this.#tasks.get(taskId);
    return task?.record(chunkIndex, record, this.#now(), this.#entropy.uuid()) ?? { outcome: 'closed' };
  }

  async giveBack(lease: Lease, retryAfterMs: number): Promise<void> {
    const freeAt = this.#clock.elapsed() + retryAfterMs;
    const begun = this.#begun.under(lease);
    if (begun === undefined) this.#tasks.get(lease.taskId)?.giveBack(lease, freeAt);
    else begun.giveBack(freeAt);
  }

  async fail(taskId: TaskId, reason: FailureReason): Promise<void> {
    this.#tasks.get(taskId)?.fail(reason);
  }

  async finish({ taskId, token }: Lease, ending: TaskEnding): Promise<void> {
    const task = this.#tasks.get(taskId);
    if (task === undefined || task.hasEnded || !task.lease(null).isHeldBy(token)) return;
    const occurredAt = task.finish(ending, this.#now());
    this.#unfinished.remove(task);
    const { accountId } = task;
    this.#outbox?.append({ kind: `task.${ending.status}`, accountId, taskId, occurredAt });
  }

  async reportOutage({ reason, retryAfterMs, failAfterMs }: OutageReport): Promise<void> {
    const now = this.#now();
    this.#outage ??= new MemoryOutage(now, reason);
    this.#outage.reason = reason;
    this.#outage.pause(now.elapsed + retryAfterMs);
    for (const task of this.#unfinished) {
      if (task.hasWaited(this.#outage, failAfterMs, now)) task.fail('checker_unavailable');
    }
  }

  async endOutage(): Promise<void> {
    this.#outage = null;
  }

  async endLeases(): Promise<void> {
    this.#begun.endLeases();
    for (const task of this.#unfinished) task.endLeases();
    this.#outage?.endPause(this.#clock.elapsed());
  }

  list(request: TaskListRequest): Promise<TaskPage> {
    return this.#archive.list(request);
  }

  remove(taskId: TaskId): Promise<boolean> {
    return this.#archive.remove(taskId);
  }

  expire(expiry: TaskExpiry): Promise<number> {
    return this.#archive.expire(expiry);
  }

  async usage(accountId: AccountId): Promise<AccountUsage> {
    return this.#usageOf(accountId);
  }

  async enqueueWithin(lease: Lease, contents: TaskContents, bounds: AccountBounds): Promise<Task> {
    if (!this.#tasks.has(lease.taskId)) {
      const draft = this.#draftOf(lease);
      assertFileWithin(this.#usageOf(draft.accountId), bounds, draft.storedBytes(contents));
    }
    return this.enqueue(lease, contents);
  }

  async resumeWithin(lease: Lease, contents: RetryContents, bounds: AccountBounds): Promise<Task> {
    const task = this.#tasks.get(lease.taskId);
    if (task !== undefined && this.#begun.retries.get(lease.taskId)?.isGoingOn(lease.token)) {
      assertTaskWithin(this.#usageOf(task.accountId), bounds);
    }
    return this.resume(lease, contents);
  }

  async suspendAccount(accountId: AccountId): Promise<void> {
    if (!this.#suspended.has(accountId)) this.#setSuspended(accountId, this.#now());
  }

  async reinstateAccount(accountId: AccountId): Promise<void> {
    this.#setSuspended(accountId, null);
  }

  #setSuspended(accountId: AccountId, since: Moment | null): void {
    if (since === null) this.#suspended.delete(accountId);
    else this.#suspended.set(accountId, since);
    for (const task of this.#tasks.values()) if (task.accountId === accountId) task.suspended = since;
  }

  #usageOf(accountId: AccountId): AccountUsage {
    return usageOf(accountId, this.#tasks.values(), this.#day);
  }

  #storedOutage(): StoredOutage | null {
    if (this.#outage === null) return null;
    const { began, reason } = this.#outage;
    return { reason, lastedMs: this.#clock.elapsed() - began.elapsed };
  }

  #claimOfTask(request: ClaimRequest): Claim | undefined {
    const now = this.#now();
    const checksFrom = this.#checksFrom(now.elapsed);
    for (const task of this.#unfinishedOf(request)) {
      if (task.claimableAt(now.elapsed, checksFrom) > now.elapsed) continue;
      const claim = task.claim(now, {
        leaseMs: request.leaseMs,
        token: this.#entropy.uuid(),
        outageMs: this.#storedOutage()?.lastedMs ?? null,
      });
      if (claim.kind === 'check') this.#outage?.sendProbe(task.lease(claim.chunkIndex), claim.lease.token);
      this.#unfinished.pass(task);
      return claim;
    }
    return undefined;
  }

  #retryAfterMs(request: ClaimRequest): number | null {
    const now = this.#clock.elapsed();
    const checksFrom = this.#checksFrom(now);
    let next = this.#begun.claimableAt(request.taskId);
    for (const task of this.#unfinishedOf(request)) {
      if (next <= now) return 0;
      next = Math.min(next, task.claimableAt(now, checksFrom));
    }
    return msUntilNext(next, now);
  }

  #checksFrom(now: number): number {
    return this.#outage?.nextProbeAt(now) ?? Number.NEGATIVE_INFINITY;
  }

  #unfinishedOf({ except = [], taskId }: ClaimRequest): Iterable<MemoryTask> {
    if (taskId === null) return this.#unfinished.except(except);
    const task = this.#tasks.get(taskId);
    return task === undefined || task.hasEnded ? [] : [task];
  }

  #draftOf({ taskId, token }: Lease): MemoryDraft {
    const draft = this.#begun.drafts.get(taskId);
    if (!draft?.isGoingOn(token)) throw notFound();
    return draft;
  }

  #shown(task: MemoryTask): Task {
    return task.snapshot(this.#outage, this.#clock.elapsed());
  }

  #now(): Moment {
    return { wall: this.#clock.now(), elapsed: this.#clock.elapsed() };
  }
}

function notFound(): DialproofError {
  return new DialproofError('task_not_found');
}
