import {
  type AccountBounds,
  type AccountId,
  type AccountSuspensions,
  type AccountUsage,
  assertOptionNames,
  type BoundedTasks,
  type ChunkRecord,
  type ClaimAnswer,
  type ClaimRequest,
  type Clock,
  DialproofError,
  type FailureReason,
  type Lease,
  type OutageReport,
  type RecordAnswer,
  type RetryContents,
  type Task,
  type TaskArchive,
  type TaskContents,
  type TaskDraft,
  type TaskEnding,
  type TaskExpiry,
  type TaskId,
  type TaskListRequest,
  type TaskPage,
  type TaskRetry,
  type TaskStore,
} from '@dialproof/core';
import type { SqlDatabase, WriteOptions } from '../database.js';
import type { SqlEventOutbox } from '../outbox/sql-event-outbox.js';
import { changeEach } from '../row-by-row.js';
import type { DatabaseTime } from '../time/database-time.js';
import { timeOf } from '../time/time-of.js';
import { listTasks } from './archive.js';
import { BatchedRecords } from './batched-records.js';
import { enqueueWithin, resumeWithin, usageOf } from './bounds.js';
import { type AddChunks, compileAddChunks } from './chunk-inserts.js';
import { claimWork } from './claim.js';
import { claimSideBySide } from './claim-side-by-side.js';
import { appendRows, discard, enqueue, refusalOfRows } from './drafts.js';
import { findTask } from './find-task.js';
import { endLeasesOf, extendLease, giveBack } from './leases.js';
import { NO_LOCKS, type TaskLocks } from './locks.js';
import { failWaiting, reportOutage } from './outage.js';
import { compileAppendRows } from './queries/draft-queries.js';
import { compileLockQueries } from './queries/lock-queries.js';
import { compileRecordBatchQueries } from './queries/record-batch-queries.js';
import { compileTakeQueries } from './queries/take-queries.js';
import { compileTaskQueries, type TaskQueries } from './queries/task-queries.js';
import { recordChunk } from './record.js';
import { beginRetry, resume } from './retries.js';
import { RowLocks } from './row-locks.js';
import {
  type Asking,
  askNothing,
  plainBytes,
  refreshAccount,
  refreshTask,
  type StoreWork,
} from './store-work.js';

/**
 * For steps of which nobody is told but the worker that makes them: the rows of a draft, a lease. A power cut that takes one back ends that
 * worker too, and what it had left undone is done again. The step that makes a task of a draft is durable, with all before it.
 */
const NEEDED_HERE_ALONE = { durable: false } as const;

export interface SqlTaskStoreOptions {
  readonly database: SqlDatabase;
  /**
   * Where the times that tasks show come from, and the time of leases and pauses. Default: the database server's clock, of a file the
   * machine's own.
   */
  readonly clock?: Clock;
  /**
   * Where the end of each task is appended, in the transaction that ends it; of the same database. Default none: nothing is told, and
   * nothing piles up that nobody claims.
   */
  readonly outbox?: SqlEventOutbox;
}

/** Keeps tasks in a database, lists and removes them, and bounds what an account has of them. */
export class SqlTaskStore implements TaskStore, TaskArchive, BoundedTasks, AccountSuspensions {
  readonly #database: SqlDatabase;
  readonly #queries: TaskQueries;
  readonly #addChunks: AddChunks;
  readonly #time: DatabaseTime;
  readonly #outbox: SqlEventOutbox | undefined;
  /** Both null where writes come one after another. */
  readonly #rowLocks: RowLocks | null;
  readonly #batchedRecords: BatchedRecords | null;

  /** Throws TypeError for an outbox of another database. */
  constructor(options: SqlTaskStoreOptions) {
    assertOptionNames('SqlTaskStore', options, { clock: true, database: true, outbox: true });
    const { database, clock, outbox } = options;
    if (outbox !== undefined && !outbox.isOf(database)) {
      throw new TypeError('option outbox is of another database: no transaction spans two');
    }
    this.#outbox = outbox;
    this.#database = database;
    this.#addChunks = compileAddChunks(database);
    this.#time = timeOf(database, clock);
    const isShared = database.engine === 'postgres';
    const { builder } = database;
    this.#queries = {
      ...compileTaskQueries(builder),
      // With its lock taken by the same statement: one round trip less for each block of a file.
      appendRows: compileAppendRows(builder, { locksDraft: isShared }),
    };
    this.#rowLocks = isShared
      ? new RowLocks({ ...compileLockQueries(builder), ...compileTakeQueries(builder) })
      : null;
    this.#batchedRecords = isShared
      ? new BatchedRecords(
          (ask, change) => this.#writeAsking(ask, change),
          compileRecordBatchQueries(builder),
        )
      : null;
  }

  async begin({ taskId, accountId, leaseMs, run }: TaskDraft): Promise<Lease> {
    const token = this.#database.entropy.uuid();
    // Durable: whoever claims what is left of the draft releases its hold, of which nobody else knows.
    const begun = await this.#write(({ session, queries, time, wallNow }) =>
      session.change(queries.begin, {
        taskId,
        accountId,
        run,
        token,
        createdAt: wallNow,
        leaseUntil: time.after(leaseMs),
      }),
    );
    if (begun === 0) {
      throw new DialproofError('request_in_progress', { hint: `the task id ${taskId} is in use already` });
    }
    return { taskId, chunkIndex: null, token };
  }

  async appendRows(lease: Lease, index: number, block: Uint8Array): Promise<void> {
    const queries = this.#queries;
    const isAdded = await this.#database.write(
      (session) => appendRows({ session, queries }, lease, index, block),
      NEEDED_HERE_ALONE,
    );
    if (!isAdded) throw await refusalOfRows(this.#reading, lease, index);
  }

  enqueue(lease: Lease, contents: TaskContents): Promise<Task> {
    return this.#writeTask(lease.taskId, (work) => enqueue(work, lease, contents));
  }

  discard(lease: Lease): Promise<void> {
    return this.#write((work) => discard(work, lease));
  }

  beginRetry(taskId: TaskId, leaseMs: number): Promise<TaskRetry | undefined> {
    return this.#write((work) => beginRetry(work, taskId, leaseMs));
  }

  resume(lease: Lease, contents: RetryContents): Promise<Task> {
    return this.#writeTask(lease.taskId, (work) => resume(work, lease, contents));
  }

  find(taskId: TaskId): Promise<Task | undefined> {
    return findTask(this.#reading, taskId);
  }

  async rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined> {
    const row = await this.#database.read.first(this.#queries.rowBlock, { taskId, index });
    return row && plainBytes(row.block);
  }

  async statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]> {
    const rows = await this.#database.read.rows(this.#queries.statuses, { taskId });
    return rows.map(({ statuses }) => (statuses === null ? undefined : plainBytes(statuses)));
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    const locks = this.#rowLocks;
    if (locks !== null)
      return await claimSideBySide((ask, change) => this.#writeAsking(ask, change), locks, request);
    const answer = await this.#write(
      (work) => claimWork(work, request, { mayProbe: true }),
      NEEDED_HERE_ALONE,
    );
    if (answer.claims.some(({ kind }) => kind === 'finish')) await this.#database.sync();
    return answer;
  }

  extendLease(lease: Lease, leaseMs: number): Promise<boolean> {
    return this.#writeTask(lease.taskId, (work) => extendLease(work, lease, leaseMs), NEEDED_HERE_ALONE);
  }

  async record(lease: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    if (this.#batchedRecords !== null) return await this.#batchedRecords.record(lease, record);
    const change = (work: StoreWork) => recordChunk(work, lease, record);
    // Answers that come within the same time are lost by a kill too.
    const answer = await this.#writeTask(lease.taskId, change, { durable: 'soon' });
    // What is charged now is what was recorded, by a ledger that may be in another database.
    if (answer.outcome === 'recorded' && answer.finish !== null) await this.#database.sync();
    return answer;
  }

  giveBack(lease: Lease, retryAfterMs: number): Promise<void> {
    return this.#writeTask(lease.taskId, (work) => giveBack(work, lease, retryAfterMs), NEEDED_HERE_ALONE);
  }

  async fail(taskId: TaskId, reason: FailureReason): Promise<void> {
    await this.#writeTask(taskId, async (work) => {
      const told = await work.session.change(work.queries.fail, { taskId, reason });
      if (told > 0) await refreshTask(work, taskId);
    });
  }

  async finish({ taskId, token }: Lease, ending: TaskEnding): Promise<void> {
    await this.#writeTask(taskId, async ({ session, queries, now, wallNow }) => {
      const ended = await session.first(queries.finish, { taskId, token, ...ending, now, wallNow });
      if (ended === undefined) return;
      const { account_id: accountId, finished_at: finishedAt } = ended;
      await session.change(queries.refreshAccount, { accountId });
      const occurredAt = finishedAt ?? wallNow;
      await this.#outbox?.append(session, { kind: `task.${ending.status}`, accountId, taskId, occurredAt });
    });
  }

  async reportOutage(report: OutageReport): Promise<void> {
    const queuedUntil = await this.#write((work) => reportOutage(work, report));
    if (queuedUntil === undefined) return;
    const accounts = await this.#database.read.rows(this.#queries.accountsOfWaiting, { queuedUntil });
    for (const { account_id: accountId } of accounts) {
      await this.#writeAccount(accountId, (work) => failWaiting(work, accountId, queuedUntil));
    }
  }

  async endOutage(): Promise<void> {
    await this.#write(({ session, queries }) => session.change(queries.endOutage, {}));
  }

  /** Account by account: one write over all of them would lock rows of accounts that are added meanwhile, out of order. */
  async endLeases(): Promise<void> {
    await this.#write(({ session, queries, now }) => session.change(queries.endOutagePause, { now }));
    const accounts = await this.#database.read.rows(this.#queries.accountsAtWork, {});
    for (const { account_id: accountId } of accounts) {
      await this.#writeAccount(accountId, (work) => endLeasesOf(work, accountId), NEEDED_HERE_ALONE);
    }
  }

  list(request: TaskListRequest): Promise<TaskPage> {
    return listTasks(this.#reading, request);
  }

  async remove(taskId: TaskId): Promise<boolean> {
    return (await this.#write(({ session, queries }) => session.change(queries.remove, { taskId }))) > 0;
  }

  async expire({ endedBeforeMs, limit }: TaskExpiry): Promise<number> {
    const { read } = this.#database;
    const endedUntil = Math.floor((await this.#time.present(read)) - endedBeforeMs);
    return await changeEach({
      limit,
      keys: (count) => read.rows(this.#queries.expired, { endedUntil, limit: count }),
      // Each by a write of its own: overwriting the rows of one task may take 30 ms, and others want their turn.
      change: ({ task_id: taskId }) =>
        this.#write(({ session, queries }) => session.change(queries.expire, { taskId, endedUntil })),
    });
  }

  async usage(accountId: AccountId): Promise<AccountUsage> {
    const now = await this.#time.present(this.#database.read);
    return await usageOf({ ...this.#reading, now }, accountId);
  }

  enqueueWithin(lease: Lease, contents: TaskContents, bounds: AccountBounds): Promise<Task> {
    return this.#writeTask(lease.taskId, (work) => enqueueWithin(work, lease, contents, bounds));
  }

  resumeWithin(lease: Lease, contents: RetryContents, bounds: AccountBounds): Promise<Task> {
    return this.#writeTask(lease.taskId, (work) => resumeWithin(work, lease, contents, bounds));
  }

  async suspendAccount(accountId: AccountId): Promise<void> {
    await this.#write(async (work) => {
      const { now, queries, session } = work;
      await session.change(queries.suspendAccount, { accountId, now });
      await refreshAccount(work, accountId);
    });
  }

  async reinstateAccount(accountId: AccountId): Promise<void> {
    await this.#write(async (work) => {
      const { queries, session } = work;
      // Its row is locked from then on, before those of its tasks.
      if ((await session.change(queries.reinstateAccount, { accountId })) > 0)
        await refreshAccount(work, accountId);
    });
  }

  get #locks(): TaskLocks {
    return this.#rowLocks ?? NO_LOCKS;
  }

  get #reading() {
    return { session: this.#database.read, queries: this.#queries, time: this.#time.time };
  }

  /** Writes of the tasks of one account come one after another. */
  #writeTask<Result>(
    taskId: TaskId,
    change: (work: StoreWork) => Promise<Result>,
    options?: Pick<WriteOptions, 'durable'>,
  ): Promise<Result> {
    const locks = this.#locks;
    return this.#writeAsking(({ session }) => locks.account(session, taskId), change, options);
  }

  #writeAccount<Result>(
    accountId: string,
    change: (work: StoreWork) => Promise<Result>,
    options?: Pick<WriteOptions, 'durable'>,
  ): Promise<Result> {
    const locks = this.#locks;
    return this.#writeAsking(({ session }) => locks.accountOfId(session, accountId), change, options);
  }

  #write<Result>(
    change: (work: StoreWork) => Promise<Result>,
    options?: Pick<WriteOptions, 'durable'>,
  ): Promise<Result> {
    return this.#writeAsking(askNothing, change, options);
  }

  #writeAsking<Asked, Result>(
    ask: (asking: Asking) => Promise<Asked>,
    change: (work: StoreWork, asked: Asked) => Promise<Result>,
    options?: Pick<WriteOptions, 'durable'>,
  ): Promise<Result> {
    const [queries, addChunks, locks] = [this.#queries, this.#addChunks, this.#locks];
    const { isStored, time } = this.#time;
    return this.#database.write(async (session) => {
      const following = this.#time.follow(session);
      if (isStored) await following;
      // In one turn of the event loop otherwise, so that a server gets both at once.
      const [now, asked] = await Promise.all([following, ask({ session, queries })]);
      const wallNow = this.#time.wallNow();
      const newToken = () => this.#database.entropy.uuid();
      return await change({ session, queries, locks, addChunks, time, now, wallNow, newToken }, asked);
    }, options);
  }
}
