import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, DialproofError, type Entropy } from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWork, WriteOptions } from '../database.js';
import { sql } from '../query.js';
import { pause } from '../time/database-time.js';
import { DeletionsLog } from './deletions-log.js';
import { GroupCommit, type GroupCommitOptions } from './group-commit.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { logInUse } from './sqlite-errors.js';
import { SqliteSession } from './sqlite-session.js';

/** The pause before it tries again to empty a log that another process uses. */
const LOCK_RETRY_MS = 5;

/** Rewriting takes half a second for 100 MB, by which the stop of a server is delayed. */
const MAX_REWRITTEN_BYTES = 128 * 1024 * 1024;

interface SqliteDatabaseParts extends Pick<GroupCommitOptions, 'busyTimeoutMs'> {
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** A database over two connections to its file: one writes, the other reads committed data. */
export class SqliteDatabase implements SqlDatabase {
  readonly engine = 'sqlite';
  readonly serverTime = null;
  readonly entropy: Entropy;
  readonly read: SqlSession;
  readonly #file: string;
  readonly #writing: SqliteConnection;
  readonly #reading: SqliteConnection;
  readonly #busyTimeoutMs: number;
  readonly #clock: Clock;
  readonly #writes: GroupCommit;
  readonly #deletionsLog: DeletionsLog;
  #closing: Promise<void> | undefined;

  constructor(
    file: string,
    writing: SqliteConnection,
    reading: SqliteConnection,
    { busyTimeoutMs, clock, entropy }: SqliteDatabaseParts,
  ) {
    this.#file = file;
    this.read = new SqliteSession(reading);
    this.#writing = writing;
    this.#reading = reading;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#clock = clock;
    this.entropy = entropy;
    this.#writes = new GroupCommit(writing, {
      busyTimeoutMs,
      clock,
      onCommit: () => this.#deletionsLog.noteCommit(writing.deletions),
      touch,
    });
    // Uses the reading connection, since the writing one may be within a transaction.
    this.#deletionsLog = new DeletionsLog({ empty: () => reading.checkpoint(), clock });
    this.#deletionsLog.emptySoon();
  }

  write<Result>(work: SqlWork<Result>, options?: WriteOptions): Promise<Result> {
    return this.#writes.write(work, options);
  }

  writeEach<Result>(work: SqlWork<Result>, options?: WriteOptions): Promise<Result> {
    return this.#writes.write(work, options);
  }

  async probe(): Promise<void> {
    // Checked first, since the write may fit into space that the log already has.
    await assertDiskSpace(dirname(this.#file));
    await this.#writes.sync();
  }

  sync(): Promise<void> {
    return this.#writes.sync();
  }

  async emptyLog(): Promise<void> {
    const giveUpAt = this.#clock.elapsed() + this.#busyTimeoutMs;
    // Uses the reading connection, since the writing one may be within a transaction.
    while (!this.#reading.checkpoint()) {
      if (this.#clock.elapsed() >= giveUpAt) throw logInUse();
      await pause(this.#clock, LOCK_RETRY_MS);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#writes.close();
    this.#deletionsLog.close();
    this.#reading.close();
    attempt(() => this.#removeCopies());
    attempt(() => this.#writing.checkpoint());
    this.#writing.close();
  }

  /**
   * Rewrites the file if something was deleted. SQLite overwrites rows that are deleted, but not the earlier copies of rows that it has moved
   * to other pages: of 20,000 numbers that were stored and removed in any order, about 20 stayed in unused parts of pages.
   */
  #removeCopies(): void {
    if (this.#writing.deletions > 0 && statSync(this.#file).size <= MAX_REWRITTEN_BYTES)
      this.#writing.rewrite();
  }
}

/** Does what closing a database can do without: a full disk or another process that uses the file loses nothing. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The rest of a log is read when the file is opened again, and copies stay until it is closed again.
  }
}

/**
 * Changes a row and changes it back. Writing a row unchanged changes no page, and a commit without changed pages does not wait for the
 * disk. A missing row gets a time earlier than every other, which no process follows.
 */
async function touch(session: SqlSession): Promise<void> {
  await session.change(ADD_MISSING_TIME, {});
  await session.change(MOVE_TIME, { ms: 1 });
  await session.change(MOVE_TIME, { ms: -1 });
}

const ADD_MISSING_TIME = sql`
  insert into store_time (store_time_id, latest) values (1, 0) on conflict (store_time_id) do nothing`;

const MOVE_TIME = sql<{ ms: number }>`update store_time set latest = latest + ${'ms'}`;

/** As large as the database's log may grow. With less space, SQLite may write a little and fail at the next file. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/** Blocks of a file system, as `statfs` reports them. */
export interface DiskBlocks {
  readonly bsize: number;
  readonly blocks: number;
  /** The blocks that this user may fill. */
  readonly bavail: number;
}

/** Rejects with `storage_unavailable` if the disk of the folder has less than 16 MiB free. */
export async function assertDiskSpace(
  folder: string,
  read: (folder: string) => Promise<DiskBlocks> = statfs,
): Promise<void> {
  const { bsize, blocks, bavail } = await read(folder).catch((cause: unknown) => {
    throw new DialproofError('storage_unavailable', {
      hint: 'the folder of the database cannot be read',
      cause,
    });
  });
  // Some file systems, mostly network ones, report no blocks at all.
  if (blocks === 0 || bavail * bsize >= LEAST_FREE_BYTES) return;
  throw new DialproofError('storage_unavailable', { hint: 'the disk of the database is full' });
}
