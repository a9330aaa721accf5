import { type Clock, systemClock } from '@dialproof/core';
import type { SqlWork, WriteOptions } from '../database.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { databaseClosed, isBusy } from './sqlite-errors.js';
import { SqliteSession } from './sqlite-session.js';

export interface GroupCommitOptions {
  /** How long each write waits for another process's write before it rejects. */
  readonly busyTimeoutMs: number;
  /** Measures that time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Is called after each commit, when those who wrote have been told. It must not throw. Default: nobody is. */
  readonly onCommit?: () => void;
  /** Changes a page of the file, so that its commit writes to the log and waits for the disk. */
  readonly touch: SqlWork<unknown>;
  /**
   * Resolves once all that was committed when it was called is on the disk, without blocking the process. Is called only after a commit of this
   * connection has waited for the disk.
   */
  readonly syncLog: () => Promise<void>;
}

interface PendingWrite {
  /** Does the work and returns how to tell whoever asked for it, once that is allowed. */
  readonly run: () => Promise<Outcome>;
  readonly reject: (reason: unknown) => void;
  readonly durable: boolean | 'soon';
  /** When it has waited long enough for another process, by the clock's elapsed time. */
  readonly giveUpAt: number;
}

interface Outcome {
  readonly failed: boolean;
  readonly deliver: () => void;
}

interface CommitKind {
  readonly isDurable: boolean;
  /** Whether it certainly changed a page. */
  readonly touches: boolean;
}

/** A group takes no further write after this long: a commit blocks the process, and others want their turn. */
const MAX_GROUP_MS = 8;

/** How long after a write that is durable soon, at most, the log goes to the disk. */
const SOON_MS = 25;

/** How long to let other things happen before asking again for a lock that another process holds. */
const LOCK_RETRY_MS = 5;

/**
 * Runs the writes of one turn of the event loop in one transaction: making a transaction durable costs a wait for the disk, many
 * times what its statements cost, and this way all of them wait once. Nobody is told of a result before the commit. Where none of them has to
 * be durable, nobody waits for the disk.
 *
 * A write that fails without having changed anything, as refusals do, is simply left out. One that fails half way takes the
 * transaction back, and the writes of the group are then done again, each in its own: rare enough not to pay for a savepoint
 * around each write.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #session: SqliteSession;
  readonly #busyTimeoutMs: number;
  readonly #clock: Clock;
  readonly #onCommit: () => void;
  readonly #touch: SqlWork<unknown>;
  readonly #syncLog: () => Promise<void>;
  /** How many commits there were, and how many of the first ones are known to be on the disk. */
  #commits = 0;
  #commitsOnDisk = 0;
  /** The last one that has to be there soon. */
  #lastSoon = 0;
  /** Whether a commit of this connection has waited for the disk. */
  #hasSynced = false;
  #cancelSoon: (() => void) | undefined;
  #waiting: PendingWrite[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;

  /** The connection must not wait for locks by itself: that would block the process. */
  constructor(
    connection: SqliteConnection,
    { busyTimeoutMs, clock = systemClock, onCommit = () => {}, syncLog, touch }: GroupCommitOptions,
  ) {
    this.#connection = connection;
    this.#session = new SqliteSession(connection);
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#touch = touch;
    this.#syncLog = syncLog;
  }

  /** Whether writes wait or are under way. */
  get isBusy(): boolean {
    return this.#draining !== undefined;
  }

  write<Result>(
    work: SqlWork<Result>,
    { durable = true }: Pick<WriteOptions, 'durable'> = {},
  ): Promise<Result> {
    return this.#closed ? Promise.reject(databaseClosed()) : this.#enqueue(work, durable);
  }

  /** Writes a little and resolves once that is on the disk. */
  async probe(): Promise<void> {
    await this.write(this.#touch);
  }

  /** Resolves once all that was written before is on the disk. */
  async sync(): Promise<void> {
    // Behind the writes that wait.
    await this.write(async () => undefined, { durable: false });
    if (this.#commits > this.#commitsOnDisk) await this.#bringToDisk();
  }

  /** Refuses further writes and waits until those that were begun are done, and on the disk if they have to be. Safe twice. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    // Of the writes that were under way too.
    if (this.#isSoonDue) await this.#bringSoonToDisk();
    this.#cancelSoon?.();
  }

  #enqueue<Result>(work: SqlWork<Result>, durable: boolean | 'soon'): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () =>
        work(this.#session).then(
          (result) => ({ failed: false, deliver: () => resolve(result) }),
          (error: unknown) => ({ failed: true, deliver: () => reject(error) }),
        );
      this.#waiting.push({ run, reject, durable, giveUpAt: this.#clock.elapsed() + this.#busyTimeoutMs });
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Requests that arrived together are all read before this: their writes are all there by then.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting);
    }
    this.#draining = undefined;
  }

  /**
   * Does writes from the front of the queue in one transaction, all of them if there is time, and tells how they went. Durable ones that
   * come while it is under way and is not durable are left for the next.
   */
  async #commit(queue: PendingWrite[]): Promise<void> {
    const taken: PendingWrite[] = [];
    const outcomes: Outcome[] = [];
    try {
      if (!(await this.#begin(queue))) return;
      const { changes, isDurable } = this.#connection;
      const end = this.#clock.elapsed() + MAX_GROUP_MS;
      const mayTake = ({ durable }: PendingWrite): boolean =>
        (isDurable || durable !== true) && (taken.length === 0 || this.#clock.elapsed() < end);
      for (let next = queue[0]; next !== undefined && mayTake(next); next = queue[0]) {
        queue.shift();
        taken.push(next);
        const changesBefore = this.#connection.changes;
        const outcome = await next.run();
        outcomes.push(outcome);
        const transactionLost = !this.#connection.inTransaction;
        if (transactionLost || (outcome.failed && this.#connection.changes > changesBefore)) {
          this.#rollback();
          return taken.length === 1 ? outcome.deliver() : this.#commitEach(taken);
        }
      }
      // A commit without pages does not wait for the disk, and a row that was written as it is changes none.
      const touches = isDurable && (this.#isSoonDue || !this.#hasSynced);
      if (touches) await this.#touch(this.#session);
      const hasChanged = this.#connection.changes > changes;
      this.#connection.run('commit');
      if (hasChanged) this.#countCommit(taken, { isDurable, touches });
      // Nobody is told that something is kept in a file that is gone.
      this.#connection.assertInPlace();
    } catch (error) {
      this.#rollback();
      for (const { reject } of taken.length > 0 ? taken : queue.splice(0)) reject(error);
      return;
    }
    for (const { deliver } of outcomes) deliver();
    this.#onCommit();
  }

  #countCommit(writes: readonly PendingWrite[], { isDurable, touches }: CommitKind): void {
    const wasAllOnDisk = this.#commitsOnDisk === this.#commits;
    this.#commits += 1;
    if (isDurable && (touches || wasAllOnDisk)) this.#commitsOnDisk = this.#commits;
    if (touches) {
      this.#hasSynced = true;
      this.#cancelSoon?.();
      this.#cancelSoon = undefined;
    } else if (!isDurable && writes.some(({ durable }) => durable === 'soon')) {
      this.#lastSoon = this.#commits;
      this.#cancelSoon ??= this.#clock.schedule(SOON_MS, () => void this.#bringSoonToDisk());
    }
  }

  get #isSoonDue(): boolean {
    return this.#lastSoon > this.#commitsOnDisk;
  }

  async #bringSoonToDisk(): Promise<void> {
    this.#cancelSoon?.();
    this.#cancelSoon = undefined;
    // A disk that fails is told of by whoever writes next.
    await this.#bringToDisk().catch(() => {});
  }

  /** Resolves once all commits so far are on the disk. Works also while this is being closed. */
  async #bringToDisk(): Promise<void> {
    // Its commit changes a page all the same.
    if (!this.#hasSynced) return await this.#enqueue(async () => undefined, true);
    const commits = this.#commits;
    try {
      await this.#syncLog();
    } catch {
      // A commit goes the other way at once. If the disk fails, the system says so to each open file, and to SQLite's too.
      this.#hasSynced = false;
      return await this.#bringToDisk();
    }
    this.#commitsOnDisk = Math.max(this.#commitsOnDisk, commits);
  }

  async #commitEach(writes: readonly PendingWrite[]): Promise<void> {
    for (const write of writes) await this.#commit([write]);
  }

  /**
   * Begins as the only writer, and resolves to true. While another process is, it looks again every few milliseconds and rejects the
   * writes whose time is over; it resolves to false when none is left.
   */
  async #begin(queue: PendingWrite[]): Promise<boolean> {
    while (queue.length > 0) {
      try {
        // No transaction can change that on its way.
        this.#connection.isDurable = queue.some(({ durable }) => durable === true);
        this.#connection.run('begin immediate');
        return true;
      } catch (error) {
        if (!isBusy(error)) throw error;
        this.#giveUp(queue, error);
      }
      if (queue.length > 0) {
        await new Promise<void>((resolve) => this.#clock.schedule(LOCK_RETRY_MS, resolve));
      }
    }
    return false;
  }

  #giveUp(queue: PendingWrite[], error: unknown): void {
    const now = this.#clock.elapsed();
    // Those that were asked for first are in front, and all wait for as long.
    for (let first = queue[0]; first !== undefined && first.giveUpAt <= now; first = queue[0]) {
      queue.shift();
      first.reject(error);
    }
  }

  #rollback(): void {
    // Some errors, a full disk among them, have ended the transaction already.
    if (!this.#connection.inTransaction) return;
    try {
      this.#connection.run('rollback');
    } catch {
      // The failure that led here is the one to be told; what is left of the transaction makes the next `begin` fail and come here.
    }
  }
}
