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
  type TaskPart,
  type TaskRetry,
  type TaskStore,
} from '@dialproof/core';
import type { SqlDatabase, SqlWriteSession, WriteOptions } from '../database.js';
import type { SqlEventOutbox } from '../outbox/sql-event-outbox.js';
import { SharedWrites } from '../shared-writes.js';
import { type DatabaseTime, timeOf } from '../time/database-time.js';
import { expireTasks, listTasks, rewritePart } from './archive.js';
import { claimByTurn, claimOfTask, lookForClaims, MAX_ATTEMPTS } from './claim.js';
import { appendRows, discard, enqueue, refusalOfRows } from './drafts.js';
import { findTask } from './find-task.js';
import { failWaiting, lockOutage, reportOutage } from './outage.js';
import { queries } from './queries/task-queries.js';
import { type RecordedChunk, recordChunks } from './record.js';
import { beginRetry, resume } from './retries.js';
import { SharedFinds } from './shared-finds.js';
import {
  extendLease,
  giveBack,
  lockTask,
  plainBytes,
  refreshAccount,
  refreshTask,
  type StoreWork,
  usageOf,
} from './store-work.js';

/**
 * For steps that only their own worker knows: the rows of a draft, a lease. A power cut that undoes one also ends that worker, and its work
 * is done again. The step that makes a draft a task is durable, together with all earlier ones.
 */
const NEEDED_HERE_ALONE = { durable: false } as const;

/** Without the lease on a whole task, such as a draft's, another process would act on the task; without one on a chunk, it asks again. */
const ofLease = ({ chunkIndex }: Lease) => ({ durable: chunkIndex === null });

/** When to look again if others have locked everything that could be claimed. */
const SOON_MS = 50;

export interface SqlTaskStoreOptions {
  readonly database: SqlDatabase;
  /**
   * The clock for the times that tasks show, and for leases and pauses. Default: the database server's clock; for a file, the machine's
   * own.
   */
  readonly clock?: Clock;
  /**
   * Gets the end of each task, in the transaction that ends it. It must use the same database. Default: none, and no events are stored.
   */
  readonly outbox?: SqlEventOutbox;
}

/** Keeps tasks in a database, lists and removes them, and bounds what an account has of them. */
export class SqlTaskStore implements TaskStore, TaskArchive, BoundedTasks, AccountSuspensions {
  readonly #database: SqlDatabase;
  readonly #time: DatabaseTime;
  readonly #outbox: SqlEventOutbox | undefined;
  readonly #finds: SharedFinds;
  readonly #records: SharedWrites<TaskId, RecordedChunk, RecordAnswer>;

  /** Throws TypeError for an outbox of another database. */
  constructor(options: SqlTaskStoreOptions) {
    assertOptionNames('SqlTaskStore', options, { clock: true, database: true, outbox: true });
    const { database, clock, outbox } = options;
    if (outbox !== undefined && !outbox.isOf(database)) {
      throw new TypeError('option outbox is of another database: no transaction spans two');
    }
    this.#outbox = outbox;
    this.#database = database;
    this.#time = timeOf(database, clock);
    this.#finds = new SharedFinds(this.#reading);
    // A kill loses no more than the answers of this time anyway.
    this.#records = new SharedWrites(
      database,
      async (session, taskId, chunks) => recordChunks(await this.#workIn(session), taskId, chunks),
      { durable: 'soon' },
    );
  }

  async begin({ taskId, accountId, leaseMs, run }: TaskDraft): Promise<Lease> {
    const token = this.#database.entropy.uuid();
    // Durable: the claim of an abandoned draft releases its hold, which is known nowhere else.
    const begun = await this.#write(({ session, time, wallNow }) =>
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
    const isAdded = await this.#database.writeEach(
      (session) => appendRows(session, lease, index, block),
      NEEDED_HERE_ALONE,
    );
    if (!isAdded) throw await refusalOfRows(this.#database.read, lease, index);
  }

  enqueue(lease: Lease, contents: TaskContents): Promise<Task> {
    return this.#write((work) => enqueue(work, lease, contents));
  }

  discard(lease: Lease): Promise<void> {
    return this.#write((work) => discard(work, lease));
  }

  beginRetry(taskId: TaskId, leaseMs: number): Promise<TaskRetry | undefined> {
    return this.#write((work) => beginRetry(work, taskId, leaseMs));
  }

  resume(lease: Lease, contents: RetryContents): Promise<Task> {
    return this.#write((work) => resume(work, lease, contents));
  }

  find(taskId: TaskId): Promise<Task | undefined> {
    // A file answers within the call, so there is nothing to share.
    return this.#database.engine === 'sqlite' ? findTask(this.#reading, taskId) : this.#finds.find(taskId);
  }

  async rowBlock(taskId: TaskId, index: number): Promise<Uint8Array | undefined> {
    const row = await this.#database.read.first(queries.rowBlock, { taskId, index });
    return row && plainBytes(row.block);
  }

  async numbers(taskId: TaskId, chunkIndex: number): Promise<Uint8Array | undefined> {
    const row = await this.#database.read.first(queries.numbers, { taskId, chunkIndex });
    return row && plainBytes(row.chunk);
  }

  async statuses(taskId: TaskId): Promise<readonly (Uint8Array | undefined)[]> {
    const rows = await this.#database.read.rows(queries.statuses, { taskId });
    return rows.map(({ statuses }) => (statuses === null ? undefined : plainBytes(statuses)));
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    const { taskId } = request;
    const answer = await (taskId === null ? this.#claimByTurn(request) : this.#claimOfTask(taskId, request));
    // The ledger, which may be in another database, now charges records or releases a hold: neither they nor this claim may be undone.
    if (answer.claims.some(({ kind }) => kind !== 'check')) await this.#database.sync();
    return answer;
  }

  async #claimByTurn(request: ClaimRequest): Promise<ClaimAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const now = await this.#time.present(this.#database.read);
      const found = await lookForClaims({ now, session: this.#database.read }, request);
      if ('nothing' in found) return found.nothing;
      const { look } = found;
      const answer = await this.#write((work) => claimByTurn(work, request, look), NEEDED_HERE_ALONE);
      if (answer.claims.length > 0 || answer.retryAfterMs !== 0) return answer;
      // Others have locked the work, or have just claimed it.
      if (attempt === MAX_ATTEMPTS) return { ...answer, retryAfterMs: this.#soonMs };
    }
  }

  #claimOfTask(taskId: TaskId, request: ClaimRequest): Promise<ClaimAnswer> {
    return this.#write(async (work) => {
      const outage = await lockOutage(work);
      await lockTask(work, taskId);
      return await claimOfTask(work, taskId, outage, request);
    }, NEEDED_HERE_ALONE);
  }

  extendLease(lease: Lease, leaseMs: number): Promise<boolean> {
    return this.#writeTask(lease.taskId, (work) => extendLease(work, lease, leaseMs), ofLease(lease));
  }

  async record(lease: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    const { chunkIndex, taskId } = lease;
    if (chunkIndex === null) throw new RangeError('only the lease of a chunk can be recorded on');
    const answer = await this.#records.ask(taskId, { chunkIndex, record });
    // The recorded answers are charged now, by a ledger that may be in another database. On a server they are on the disk already.
    const isEnd = answer.outcome === 'recorded' && answer.finish !== null;
    if (isEnd && this.#database.engine === 'sqlite') await this.#database.sync();
    return answer;
  }

  giveBack(lease: Lease, retryAfterMs: number): Promise<void> {
    return this.#writeTask(lease.taskId, (work) => giveBack(work, lease, retryAfterMs), ofLease(lease));
  }

  async fail(taskId: TaskId, reason: FailureReason): Promise<void> {
    await this.#writeTask(taskId, async (work) => {
      const told = await work.session.change(queries.fail, { taskId, reason });
      if (told > 0) await refreshTask(work, taskId);
    });
  }

  async finish({ taskId, token }: Lease, ending: TaskEnding): Promise<void> {
    await this.#writeTask(taskId, async ({ session, now, wallNow }) => {
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
    const waiting = await this.#database.read.rows(queries.accountsOfWaiting, { queuedUntil });
    for (const accountId of new Set(waiting.map((row) => row.account_id))) {
      await this.#writeAccount(accountId, (work) => failWaiting(work, accountId, queuedUntil));
    }
  }

  async endOutage(): Promise<void> {
    await this.#write(({ session }) => session.change(queries.endOutage, {}));
  }

  list(request: TaskListRequest): Promise<TaskPage> {
    return listTasks(this.#reading, request);
  }

  async remove(taskId: TaskId): Promise<boolean> {
    return (await this.#write(({ session }) => session.change(queries.remove, { taskId }))) > 0;
  }

  rewrite(taskId: TaskId, part: TaskPart): Promise<boolean> {
    return this.#write((work) => rewritePart(work, taskId, part));
  }

  async expire({ endedBeforeMs, limit }: TaskExpiry): Promise<number> {
    const endedUntil = Math.floor((await this.#time.present(this.#database.read)) - endedBeforeMs);
    return await expireTasks(this.#database.read, { endedUntil, limit }, (taskId) =>
      // One write for each: overwriting the rows of a task may take 30 ms, and other writes wait.
      this.#write(({ session }) => session.change(queries.expire, { taskId, endedUntil })),
    );
  }

  async usage(accountId: AccountId): Promise<AccountUsage> {
    const now = await this.#time.present(this.#database.read);
    return await usageOf({ ...this.#reading, now }, accountId);
  }

  enqueueWithin(lease: Lease, contents: TaskContents, bounds: AccountBounds): Promise<Task> {
    return this.#write((work) => enqueue(work, lease, contents, bounds));
  }

  resumeWithin(lease: Lease, contents: RetryContents, bounds: AccountBounds): Promise<Task> {
    return this.#write((work) => resume(work, lease, contents, bounds));
  }

  async suspendAccount(accountId: AccountId): Promise<void> {
    await this.#write(async (work) => {
      const { now, session } = work;
      await session.change(queries.suspendAccount, { accountId, now });
      await refreshAccount(work, accountId);
    });
  }

  async reinstateAccount(accountId: AccountId): Promise<void> {
    await this.#write(async (work) => {
      const { session } = work;
      // Its row is locked from then on, before those of its tasks.
      if ((await session.change(queries.reinstateAccount, { accountId })) > 0)
        await refreshAccount(work, accountId);
    });
  }

  /** Random, so that callers with a conflict do not meet again. */
  get #soonMs(): number {
    return Math.ceil(SOON_MS * (0.5 + this.#database.entropy.fraction()));
  }

  get #reading() {
    return { session: this.#database.read, time: this.#time.time };
  }

  /** Each write of an account's tasks locks the account first, so such writes run one after another. Records are the exception. */
  #writeTask<Result>(
    taskId: TaskId,
    change: (work: StoreWork) => Promise<Result>,
    options?: Pick<WriteOptions, 'durable'>,
  ): Promise<Result> {
    return this.#write(async (work) => {
      await lockTask(work, taskId);
      return await change(work);
    }, options);
  }

  #writeAccount<Result>(
    accountId: string,
    change: (work: StoreWork) => Promise<Result>,
    options?: Pick<WriteOptions, 'durable'>,
  ): Promise<Result> {
    return this.#write(async (work) => {
      // An account with drafts alone is not in the line yet, and may join it in the meantime.
      const known = await work.session.first(queries.lockAccount, { accountId });
      if (known === undefined) await work.session.change(queries.addAccountToLine, { accountId });
      return await change(work);
    }, options);
  }

  #write<Result>(
    change: (work: StoreWork) => Promise<Result>,
    options?: Pick<WriteOptions, 'durable'>,
  ): Promise<Result> {
    return this.#database.write(async (session) => change(await this.#workIn(session)), options);
  }

  async #workIn(session: SqlWriteSession): Promise<StoreWork> {
    const now = await this.#time.follow(session);
    const isAlone = this.#database.engine === 'sqlite';
    const newToken = () => this.#database.entropy.uuid();
    return { session, isAlone, time: this.#time.time, now, wallNow: this.#time.wallNow(), newToken };
  }
}
