import type { Entropy } from '@dialproof/core';
import type { Query } from './query.js';

/** Runs queries. All of them reject with `storage_unavailable` when the database cannot be used. */
export interface SqlSession {
  /** All rows of a query, or all rows that a change returns. */
  rows<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row[]>;

  /** The first row, undefined if there is none. */
  first<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row | undefined>;

  /** Makes a change and resolves to how many rows it changed. */
  change<Values, Row>(query: Query<Values, Row>, values: Values): Promise<number>;
}

/** The session of a write. A work asks for one query after another: each sees the changes of those before it. */
export interface SqlWriteSession extends SqlSession {
  /** That of its database. */
  readonly engine: SqlDatabase['engine'];

  /** The server's time at the beginning of a transaction; null for a file, which has no server, and within `writeEach`. */
  readonly serverNow: number | null;
}

/**
 * Changes that belong together. It uses the session alone and waits for nothing else, since others wait for it; and it may be run
 * again from its beginning when its transaction was lost, so it has no effects besides those of the session.
 */
export type SqlWork<Result> = (session: SqlWriteSession) => Promise<Result>;

export interface WriteOptions {
  /**
   * `true` (default): `write` resolves once a power cut cannot undo the work. `false`, for works whose result does not leave this machine: a
   * power cut may undo the work, together with all later works up to the next durable one that changes something. `soon`: as `false`, and
   * that one comes within 25 ms. A killed process undoes nothing. On a server, `false` counts for transactions alone, of which a crash of
   * the server may undo those of the last moment; statements say so themselves, by `MAY_BE_UNDONE`.
   */
  readonly durable?: boolean | 'soon';
}

/** An open database with the schema of this package. The stores of this package are made over one. */
export interface SqlDatabase {
  /** Stores use it where the best way to do something differs between databases. */
  readonly engine: 'sqlite' | 'postgres';

  /** Reads the time of the database server, which all its processes use. Null for a file, which has no server. */
  readonly serverTime: Query<object, { now: number }> | null;

  /** The source of the ids and tokens that its stores make. */
  readonly entropy: Entropy;

  /** Reads what has been committed, each query by itself. */
  readonly read: SqlSession;

  /**
   * Runs `work` in a transaction and resolves to its result once that is durable, see {@link WriteOptions}. If it rejects, none of its
   * changes remain in the current file. A file runs works one after another. A server runs them side by side, read committed: each
   * statement sees what was committed before it. So a work whose statements depend on one another first locks a row that its rivals lock
   * too, in the order of `LOCK_ORDER`; any other decides by the condition of a single statement.
   */
  write<Result>(work: SqlWork<Result>, options?: WriteOptions): Promise<Result>;

  /**
   * Like `write`, for a work that needs no transaction on a server, since it changes something by one statement at most. There, each of its
   * statements is committed by itself, in one round trip, at the isolation level that is the server's default.
   */
  writeEach<Result>(work: SqlWork<Result>, options?: WriteOptions): Promise<Result>;

  /**
   * Tests whether the database accepts writes: makes a small one and resolves once it is durable. Rejects with `storage_unavailable` if
   * the disk has less than 16 MiB free, if the database is locked for too long, or if its file is gone or was replaced.
   */
  probe(): Promise<void>;

  /**
   * Resolves once no power cut can undo the earlier writes of this object, see `durable` in {@link WriteOptions}. Writes of other
   * processes are not included. Rejects like `write`.
   */
  sync(): Promise<void>;

  /**
   * Removes deleted data from the disk, from the database as well as from the log of its changes. Rejects with `storage_unavailable` if
   * other processes use the log for longer than a write waits. On a server it does nothing: its operator decides when deleted rows
   * leave the disk.
   */
  emptyLog(): Promise<void>;

  /** Finishes the writes under way and closes the database. Later calls reject with `storage_unavailable`. Safe twice. */
  close(): Promise<void>;
}
