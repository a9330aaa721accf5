import type { Kysely } from 'kysely';
import type { Query } from './query.js';
import type { Tables } from './schema.js';

/** Runs compiled queries. All of them reject with `storage_unavailable` when the database cannot be used. */
export interface SqlSession {
  /** All rows of a query, or those that a change returns. */
  rows<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row[]>;

  /** The first row, undefined if there is none. */
  first<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row | undefined>;

  /** Makes a change and resolves to how many rows it changed. */
  change<Values, Row>(query: Query<Values, Row>, values: Values): Promise<number>;
}

/**
 * The session of a write. Queries that a work asks for without waiting for one another run in this order, and each sees what those before it did. On a
 * server they go out together, in one round trip; and where one of them fails, all of them reject.
 */
export interface SqlWriteSession extends SqlSession {
  /**
   * Tells that nothing follows what the work has just asked for, whatever the answers are. So a server ends the transaction in the same round trip.
   * Nothing may fail behind it: it would be kept all the same.
   */
  readonly nothingFollows: () => void;
}

/** Makes the only change of a write, or its last one. */
export function changeLast<Values, Row>(
  session: SqlWriteSession,
  query: Query<Values, Row>,
  values: Values,
): Promise<number> {
  const changed = session.change(query, values);
  session.nothingFollows();
  return changed;
}

/**
 * Changes that belong together. It uses the session alone and waits for nothing else, since others wait for it; and it may be run
 * again from its beginning when its transaction was lost, so it has no effects besides those of the session.
 */
export type SqlWork<Result> = (session: SqlWriteSession) => Promise<Result>;

export interface WriteOptions {
  /**
   * The work locks every row that it depends on before it reads it, so that works side by side wait for each other and none is run
   * again. Default false: then the database sees to it that they do not disturb each other, and runs again what others were in the way
   * of. Means nothing where works come one after another.
   */
  readonly locks?: boolean;
  /**
   * Whether the result is told once a power cut cannot take it back. False where nobody outside of this machine is told: a power cut may
   * take such a work back, with all works behind it up to the next durable one that changes something. `soon`: that comes within 25 ms. A
   * process that is killed takes none back. Default true. Means nothing on a server, where every work is durable.
   */
  readonly durable?: boolean | 'soon';
}

/** An open database with the schema of this package. The stores of this package are made over one. */
export interface SqlDatabase {
  /** What it is: where the best way to do something differs, stores go by it. */
  readonly engine: 'sqlite' | 'postgres';

  /** Asks for the time of the database server, by which all its processes go. Null where it has none of its own. */
  readonly serverTime: Query<object, { now: number }> | null;

  /** Builds and compiles queries in this database's SQL. It runs none. */
  readonly builder: Kysely<Tables>;

  /** Reads what has been committed, each query by itself. */
  readonly read: SqlSession;

  /**
   * Runs `work` in a transaction and resolves to its result once that is durable, see {@link WriteOptions}. If it rejects, nothing of it remains in the file
   * that is there. Works that are started at once see each other only as a whole, in some order.
   */
  write<Result>(work: SqlWork<Result>, options?: WriteOptions): Promise<Result>;

  /**
   * Writes a little and resolves once that is durable, for a look whether the database takes work. Rejects with `storage_unavailable`
   * where it does not: its disk has less than 16 MiB free, it is locked for too long, or its file is gone or was replaced.
   */
  probe(): Promise<void>;

  /**
   * Resolves once no power cut can take back what this database wrote before, see `durable` in {@link WriteOptions}; what other processes
   * wrote is their concern. Rejects like `write`. On a server it does nothing.
   */
  sync(): Promise<void>;

  /**
   * Sees to it that what was deleted is nowhere on the disk: neither in the database nor in the log of its changes. Rejects with
   * `storage_unavailable` where other processes use the log for as long as a write waits at most. On a server it does nothing: when
   * deleted rows leave its disk is its operator's to set up.
   */
  emptyLog(): Promise<void>;

  /** Finishes the writes that were begun and closes the database; later calls reject with `storage_unavailable`. Safe twice. */
  close(): Promise<void>;
}
