import { claimDocuments } from '../../documents/claim-documents.js';
import { OutageDocument } from '../../documents/outage-document.js';
import { type DocumentClaim, TaskDocument } from '../../documents/task-document.js';
import {
  type AccountBounds,
  type AccountUsage,
  assertFileWithin,
  assertTaskWithin,
} from '../../model/accounts.js';
import { DialproofError } from '../../model/errors.js';
import type { AccountId, TaskId } from '../../model/identifiers.js';
import { assertOptionNames } from '../../model/options.js';
import type { FailureReason, Task } from '../../model/task.js';
import { type Clock, systemClock } from '../../ports/clock.js';
import { type Entropy, systemEntropy } from '../../ports/entropy.js';
import type { AccountSuspensions } from '../../ports/optional/account-suspensions.js';
import type { BoundedTasks } from '../../ports/optional/bounded-tasks.js';
import type { TaskEvent } from '../../ports/optional/event-outbox.js';
import type {
  TaskArchive,
  TaskExpiry,
  TaskListRequest,
  TaskPage,
  TaskPart,
} from '../../ports/optional/task-archive.js';
import { type StoreMoment, StoreTime } from '../../ports/store-time.js';
import type {
  ChunkRecord,
  Claim,
  ClaimAnswer,
  ClaimRequest,
  Lease,
  OutageReport,
  RecordAnswer,
  RetryContents,
  TaskContents,
  TaskDraft,
  TaskEnding,
  TaskRetry,
  TaskStore,
} from '../../ports/task-store.js';
import { MemoryTask, MemoryTaskDay, MemoryTurns, usageOf } from './memory-task.js';
import { MemoryTaskArchive } from './memory-task-archive.js';

export interface MemoryTaskStoreOptions {
  /** The source of its time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of lease tokens. Default: the machine's own. */
  readonly entropy?: Entropy;
  /** Receives an event for every task that ends, in the same step. An example is `MemoryEventOutbox` of the testkit. Default: none. */
  readonly outbox?: { append(event: Omit<TaskEvent, 'eventId'>): void };
  /** Tells which tasks are kept by lists. An example is `MemoryListStore`. Default: none are kept. */
  readonly lists?: { keeps(taskId: TaskId): boolean };
}

/**
 * A task store in this process's memory, for tests and for trying out: everything is lost when the process ends, and every task is kept
 * until then. The rules are those of {@link TaskDocument}. Each method is atomic, since none awaits anything between reading and changing.
 */
export class MemoryTaskStore implements TaskStore, TaskArchive, BoundedTasks, AccountSuspensions {
  readonly #entropy: Entropy;
  readonly #outbox: MemoryTaskStoreOptions['outbox'];
  readonly #clock: Clock;
  readonly #time: StoreTime;
  /** The store's time when no time had elapsed. Leases are measured by the elapsed time, whose fractions the store's time drops. */
  readonly #start: number;
  /** Tasks and drafts. */
  readonly #tasks = new Map<TaskId, MemoryTask>();
  /** Tasks and drafts with an upload or a retry under way. */
  readonly #begun = new Set<MemoryTask>();
  readonly #unfinished = new MemoryTurns();
  readonly #archive: MemoryTaskArchive;
  readonly #day: MemoryTaskDay;
  /** The count of enqueued tasks of each account. */
  readonly #enqueued = new Map<AccountId, number>();
  /** Suspended accounts, and since when. */
  readonly #suspended = new Map<AccountId, number>();
  #outage: OutageDocument | null = null;

  constructor(options: MemoryTaskStoreOptions = {}) {
    assertOptionNames('MemoryTaskStore', options, { clock: true, entropy: true, lists: true, outbox: true });
    const { clock = systemClock, entropy = systemEntropy, lists, outbox } = options;
    this.#entropy = entropy;
    this.#outbox = outbox;
    this.#clock = clock;
    this.#time = new StoreTime(clock);
    this.#start = clock.now() - clock.elapsed();
    this.#day = new MemoryTaskDay(this.#time);
    this.#archive = new MemoryTaskArchive({
      tasks: this.#tasks,
      show: (task) => this.#shown(task),
      now: () => this.#clock.elapsed(),
      isKept: (taskId) => lists?.keeps(taskId) ?? false,
    });
  }

  async begin(draft: TaskDraft): Promise<Lease> {
    const { taskId } = draft;
    if (this.#tasks.has(taskId)) {
      throw new DialproofError('request_in_progress', { hint: `the task id ${taskId} is in use already` });
    }
    const token = this.#entropy.uuid();
    const task = new MemoryTask(TaskDocument.begin(draft, token, this.#moment()));
    this.#tasks.set(taskId, task);
    this.#begun.add(task);
    return { taskId, chunkIndex: null, token };
  }

  async appendRows(lease: Lease, index: number, block: Uint8Array): Promise<void> {
    const task = this.#tasks.get(lease.taskId);
    if (!task?.document.acceptsRows(lease)) throw notFound();
    task.appendRows(index, block);
  }

  async enqueue(lease: Lease, contents: TaskContents): Promise<Task> {
    const task = this.#known(lease.taskId);
    if (!task.document.enqueue(lease, contents, this.#moment())) return this.#shown(task);
    task.keepChunks(contents);
    const { accountId } = task;
    task.serial = (this.#enqueued.get(accountId) ?? 0) + 1;
    this.#enqueued.set(accountId, task.serial);
    task.document.suspend(this.#suspended.get(accountId) ?? null);
    this.#begun.delete(task);
    this.#unfinished.add(task);
    this.#day.count(accountId);
    return this.#shown(task);
  }

  async discard(lease: Lease): Promise<void> {
    const task = this.#tasks.get(lease.taskId);
    if (task?.document.discard(lease)) this.#tasks.delete(lease.taskId);
    if (task?.document.isBegun === false) this.#begun.delete(task);
  }

  async beginRetry(taskId: TaskId, leaseMs: number): Promise<TaskRetry | undefined> {
    const task = this.#known(taskId);
    const token = this.#entropy.uuid();
    const run = task.document.beginRetry({ leaseMs, token }, this.#moment());
    if (run === undefined) return undefined;
    this.#begun.add(task);
    return { lease: { taskId, chunkIndex: null, token }, run };
  }

  async resume(lease: Lease, contents: RetryContents): Promise<Task> {
    const task = this.#known(lease.taskId);
    task.keepStatuses(...task.document.resume(lease, contents, this.#moment()));
    if (!task.document.hasEnded) this.#unfinished.add(task);
    if (!task.document.isBegun) this.#begun.delete(task);
    return this.#shown(task);
  }

  async find(taskId: TaskId): Promise<Task | undefined> {
    const task = this.#tasks.get(taskId);
    return task?.document.task == null ? undefined : this.#shown(task);
  }

  async rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined> {
    const task = this.#tasks.get(taskId);
    return task?.document.task == null ? undefined : task.rowBlock(index);
  }

  async statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#tasks.get(taskId)?.statuses() ?? [];
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    const open = this.#open(request.taskId);
    const { claims, outage, retryAfterMs, served } = claimDocuments(request, {
      open: open.map(({ document }) => document),
      outage: this.#outage,
      probeTask: this.#probeTask,
      moment: this.#moment(),
      newToken: () => this.#entropy.uuid(),
    });
    for (const { taskId } of served) this.#unfinished.pass(this.#known(taskId));
    return { claims: claims.map((claim) => this.#withBytes(claim)), outage, retryAfterMs };
  }

  async extendLease(lease: Lease, leaseMs: number): Promise<boolean> {
    const task = this.#tasks.get(lease.taskId);
    return task?.document.extendLease(lease, leaseMs, this.#moment()) ?? false;
  }

  async record({ taskId, chunkIndex }: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    if (chunkIndex === null) throw new RangeError('only the lease of a chunk can be recorded on');
    const task = this.#tasks.get(taskId);
    if (task === undefined) return { outcome: 'closed' };
    const answer = task.document.record(chunkIndex, record, this.#entropy.uuid(), this.#moment());
    if (answer.outcome === 'outdated') {
      return { ...answer, statuses: task.statusesOf(chunkIndex) ?? new Uint8Array() };
    }
    if (answer.outcome === 'recorded') task.keepStatuses({ chunkIndex, statuses: record.statuses });
    return answer;
  }

  async giveBack(lease: Lease, retryAfterMs: number): Promise<void> {
    this.#tasks.get(lease.taskId)?.document.giveBack(lease, retryAfterMs, this.#moment());
  }

  async fail(taskId: TaskId, reason: FailureReason): Promise<void> {
    this.#tasks.get(taskId)?.document.fail(reason);
  }

  async finish(lease: Lease, ending: TaskEnding): Promise<void> {
    const task = this.#tasks.get(lease.taskId);
    const moment = this.#moment();
    if (!task?.document.finish(lease, ending, moment)) return;
    this.#unfinished.remove(task);
    const { accountId, taskId } = task;
    const occurredAt = task.document.task?.finishedAt ?? moment.wallNow;
    this.#outbox?.append({ kind: `task.${ending.status}`, accountId, taskId, occurredAt });
  }

  async reportOutage(report: OutageReport): Promise<void> {
    const moment = this.#moment();
    const outage = OutageDocument.report(this.#outage, report, moment);
    this.#outage = outage;
    for (const { document } of this.#unfinished) document.failIfWaiting(outage, report.failAfterMs, moment);
  }

  async endOutage(): Promise<void> {
    this.#outage = null;
  }

  list(request: TaskListRequest): Promise<TaskPage> {
    return this.#archive.list(request);
  }

  numbers(taskId: TaskId, chunkIndex: number): Promise<Uint8Array | undefined> {
    return this.#archive.numbers(taskId, chunkIndex);
  }

  remove(taskId: TaskId): Promise<boolean> {
    return this.#archive.remove(taskId);
  }

  rewrite(taskId: TaskId, part: TaskPart): Promise<boolean> {
    return this.#archive.rewrite(taskId, part);
  }

  expire(expiry: TaskExpiry): Promise<number> {
    return this.#archive.expire(expiry);
  }

  async usage(accountId: AccountId): Promise<AccountUsage> {
    return this.#usageOf(accountId);
  }

  async enqueueWithin(lease: Lease, contents: TaskContents, bounds: AccountBounds): Promise<Task> {
    const task = this.#known(lease.taskId);
    if (task.document.acceptsRows(lease)) {
      assertFileWithin(this.#usageOf(task.accountId), bounds, task.storedBytes(contents.chunks));
    }
    return this.enqueue(lease, contents);
  }

  async resumeWithin(lease: Lease, contents: RetryContents, bounds: AccountBounds): Promise<Task> {
    const task = this.#known(lease.taskId);
    if (task.document.acceptsResume(lease)) assertTaskWithin(this.#usageOf(task.accountId), bounds);
    return this.resume(lease, contents);
  }

  async suspendAccount(accountId: AccountId): Promise<void> {
    if (!this.#suspended.has(accountId)) this.#setSuspended(accountId, this.#clock.elapsed());
  }

  async reinstateAccount(accountId: AccountId): Promise<void> {
    this.#setSuspended(accountId, null);
  }

  #setSuspended(accountId: AccountId, since: number | null): void {
    if (since === null) this.#suspended.delete(accountId);
    else this.#suspended.set(accountId, since);
    for (const task of this.#tasks.values()) if (task.accountId === accountId) task.document.suspend(since);
  }

  #usageOf(accountId: AccountId): AccountUsage {
    return usageOf(accountId, this.#tasks.values(), this.#day);
  }

  /** The claimable tasks, in the order of turns. */
  #open(taskId: TaskId | null): readonly MemoryTask[] {
    if (taskId === null) return [...this.#begun, ...this.#unfinished];
    const task = this.#tasks.get(taskId);
    return task?.document.isOpen ? [task] : [];
  }

  #withBytes(claim: DocumentClaim): Claim {
    if (claim.kind !== 'check') return claim;
    const { chunkIndex, taskId } = claim;
    const task = this.#known(taskId);
    return { ...claim, chunk: task.chunk(chunkIndex), statuses: task.statusesOf(chunkIndex) ?? null };
  }

  get #probeTask(): TaskDocument | undefined {
    const taskId = this.#outage?.probeTaskId;
    return taskId === undefined ? undefined : this.#tasks.get(taskId)?.document;
  }

  #shown({ document }: MemoryTask): Task {
    const time = { shown: (moment: number) => this.#time.shown(Math.ceil(this.#start + moment)) };
    const task = document.show({ outage: this.#outage, probeTask: this.#probeTask, time });
    if (task === undefined) throw notFound();
    return task;
  }

  #known(taskId: TaskId): MemoryTask {
    const task = this.#tasks.get(taskId);
    if (task === undefined) throw notFound();
    return task;
  }

  #moment(): StoreMoment {
    const now = this.#clock.elapsed();
    return { now, wallNow: this.#clock.now(), after: (ms) => now + ms };
  }
}

function notFound(): DialproofError {
  return new DialproofError('task_not_found');
}
