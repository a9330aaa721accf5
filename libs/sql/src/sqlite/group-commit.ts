import { type Clock, systemClock } from '@dialproof/core';
import type { SqlWork, WriteOptions } from '../database.js';
import { pause } from '../time/database-time.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { databaseClosed, isBusy } from './sqlite-errors.js';
import { SqliteSession } from './sqlite-session.js';

export interface GroupCommitOptions {
  /** How long each write waits for another process's write before it rejects. */
  readonly busyTimeoutMs: number;
  /** The clock for that time. Default: the machine's own. */
  readonly clock?: Clock;
  /** Called after each commit, once its writes have resolved. It must not throw. Default: does nothing. */
  readonly onCommit?: () => void;
  /** Changes a page of the file, so that its commit writes to the log and waits for the disk. */
  readonly touch: SqlWork<unknown>;
}

interface PendingWrite {
  /** Does the work. Returns a function that settles the caller's promise once the commit allows it. */
  readonly run: () => Promise<Outcome>;
  readonly reject: (reason: unknown) => void;
  readonly durable: boolean | 'soon';
  /** The end of its wait for another process, by the clock's elapsed time. */
  readonly giveUpAt: number;
}

interface Outcome {
  readonly failed: boolean;
  readonly deliver: () => void;
}

/** A group takes no more writes after this time. A commit blocks the process, and other work has to run too. */
const MAX_GROUP_MS = 8;

/** The longest time from a write with `durable: 'soon'` until the log goes to the disk. */
const SOON_MS = 25;

/** The pause before it asks again for a lock that another process holds. */
const LOCK_RETRY_MS = 5;

/**
 * Runs the writes of one turn of the event loop in one transaction. A durable transaction waits for the disk, which takes many times as
 * long as its statements, and this way all writes wait once. No write resolves before the commit. If none of them has to be durable, none
 * waits for the disk.
 *
 * A write that fails before it changes anything, such as a refusal, is simply left out. One that fails half way rolls the transaction
 * back. The writes of the group then run again, each in its own transaction. That is too rare to pay for a savepoint around each write.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #session: SqliteSession;
  readonly #busyTimeoutMs: number;
  readonly #clock: Clock;
  readonly #onCommit: () => void;
  readonly #touch: SqlWork<unknown>;
  /** Cancels the sync that a write with `durable: 'soon'` has asked for. Undefined if none is due. */
  #cancelSoon: (() => void) | undefined;
  #waiting: PendingWrite[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;

  /** The connection must not wait for locks by itself: that would block the process. */
  constructor(
    connection: SqliteConnection,
    { busyTimeoutMs, clock = systemClock, onCommit = () => {}, touch }: GroupCommitOptions,
  ) {
    this.#connection = connection;
    this.#session = new SqliteSession(connection);
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#touch = touch;
  }

  write<Result>(
    work: SqlWork<Result>,
    { durable = true }: Pick<WriteOptions, 'durable'> = {},
  ): Promise<Result> {
    return this.#closed ? Promise.reject(databaseClosed()) : this.#enqueue(work, durable);
  }

  /** Resolves once all earlier writes are on the disk. It writes a little: a commit without changed pages would not wait for the disk. */
  async sync(): Promise<void> {
    await this.write(this.#touch);
  }

  /** Refuses new writes and waits until those under way are done, and on the disk if required. Safe twice. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    // The writes that were under way may have asked for this too.
    if (this.#cancelSoon !== undefined) await this.#syncSoon();
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
      // By then, all requests that arrived together are read, and their writes are queued.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting);
    }
    this.#draining = undefined;
  }

  /**
   * Runs writes from the front of the queue in one transaction, all of them if there is time, and resolves or rejects each. If the
   * transaction is not durable, durable writes that arrive meanwhile are left for the next one.
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
      // A commit without changed pages does not wait for the disk, and writing a row unchanged changes no page.
      if (isDurable && this.#cancelSoon !== undefined) await this.#touch(this.#session);
      const hasChanged = this.#connection.changes > changes;
      this.#connection.run('commit');
      if (isDurable) this.#endSoon();
      else if (hasChanged && taken.some(({ durable }) => durable === 'soon')) {
        this.#cancelSoon ??= this.#clock.schedule(SOON_MS, () => void this.#syncSoon());
      }
      // No write may resolve if its file is gone.
      this.#connection.assertInPlace();
    } catch (error) {
      this.#rollback();
      for (const { reject } of taken.length > 0 ? taken : queue.splice(0)) reject(error);
      return;
    }
    for (const { deliver } of outcomes) deliver();
    this.#onCommit();
  }

  /** Brings the earlier writes to the disk. It also works during `close`. The next write reports a failing disk. */
  async #syncSoon(): Promise<void> {
    this.#endSoon();
    await this.#enqueue(this.#touch, true).catch(() => {});
  }

  #endSoon(): void {
    this.#cancelSoon?.();
    this.#cancelSoon = undefined;
  }

  async #commitEach(writes: readonly PendingWrite[]): Promise<void> {
    for (const write of writes) await this.#commit([write]);
  }

  /**
   * Begins as the only writer, and resolves to true. While another process is the writer, it tries again every few milliseconds and rejects
   * the writes whose time is over. It resolves to false when none is left.
   */
  async #begin(queue: PendingWrite[]): Promise<boolean> {
    while (queue.length > 0) {
      try {
        // This cannot change within a transaction.
        this.#connection.isDurable = queue.some(({ durable }) => durable === true);
        this.#connection.run('begin immediate');
        return true;
      } catch (error) {
        if (!isBusy(error)) throw error;
        this.#giveUp(queue, error);
      }
      if (queue.length > 0) await pause(this.#clock, LOCK_RETRY_MS);
    }
    return false;
  }

  #giveUp(queue: PendingWrite[], error: unknown): void {
    const now = this.#clock.elapsed();
    // The queue is in the order of the calls, and all wait equally long.
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
      // The caller reports the first failure. If the transaction is still open, the next `begin` fails and comes here again.
    }
  }
}
