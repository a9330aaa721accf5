import { type Stats, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { ERASES } from '../query.js';
import { keepPrivate, openFile } from './driver.js';
import { databaseClosed, fileMoved, translateSqliteError } from './sqlite-errors.js';

export interface SqliteConnectionOptions {
  readonly file: string;
  /** How long a statement may block the process while it waits for another process's lock. */
  readonly lockWaitMs: number;
  /** Whether it refuses to change anything. */
  readonly readsOnly: boolean;
}

interface PreparedStatement {
  readonly statement: Database.Statement;
  /** Makes a row of its cells. Undefined for a statement without rows. */
  readonly rowOf: ((cells: unknown) => object) | undefined;
  readonly readonly: boolean;
  /** Whether the count of changed rows covers all its changes. For `create table`, the count is 0. */
  readonly countsChanges: boolean;
  /** Whether it deletes rows, or replaces what customers wanted to be gone. */
  readonly deletes: boolean;
}

/** One connection of the driver that remembers the statements it has prepared. */
export class SqliteConnection {
  readonly #database: Database.Database;
  readonly #file: string;
  /** The file that was opened. */
  readonly #opened: Pick<Stats, 'dev' | 'ino'>;
  readonly #statements = new Map<string, PreparedStatement>();
  #changes = 0;
  #deletions = 0;
  #isDurable = true;

  private constructor(database: Database.Database, file: string) {
    this.#database = database;
    this.#file = file;
    this.#opened = statSync(file);
  }

  /**
   * Opens the file, creating it if it is missing, and keeps it and the files beside it for their owner alone. Throws the driver's own
   * errors.
   */
  static open({ file, lockWaitMs, readsOnly }: SqliteConnectionOptions): SqliteConnection {
    const database = openFile(file, lockWaitMs);
    try {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      // Deleted data is overwritten: rows of refused uploads and removed tasks are customers' data. FAST would leave whole pages.
      database.pragma('secure_delete = ON');
      // When a log that has grown beyond this size starts anew, it is cut back to it.
      database.pragma('journal_size_limit = 16777216');
      if (readsOnly) database.pragma('query_only = ON');
      keepPrivate(file);
      return new SqliteConnection(database, file);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /**
   * Whether a commit waits until it and all earlier ones are on the disk. Otherwise it is only handed to the system. Set it outside of
   * transactions. It is true at first.
   */
  get isDurable(): boolean {
    return this.#isDurable;
  }

  set isDurable(isDurable: boolean) {
    if (isDurable === this.#isDurable) return;
    this.#database.pragma(`synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
    this.#isDurable = isDurable;
  }

  /** Rises with each change through this connection, and never otherwise. */
  get changes(): number {
    return this.#changes;
  }

  /** Counts the statements that deleted or erased rows through this connection, those that were rolled back included. */
  get deletions(): number {
    return this.#deletions;
  }

  /** Runs a statement and returns its rows, if any. */
  all(sql: string, parameters: readonly unknown[]): unknown[] {
    try {
      const { statement, rowOf, readonly, countsChanges, deletes } = this.#prepare(sql);
      if (rowOf !== undefined) {
        const rows = statement.all(parameters).map(rowOf);
        if (!readonly) this.#changes += rows.length;
        if (deletes && rows.length > 0) this.#deletions += 1;
        return rows;
      }
      const { changes } = statement.run(parameters);
      this.#changes += countsChanges ? changes : 1;
      if (deletes && changes > 0) this.#deletions += 1;
      return [];
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** The rows of a query one by one, each as its cells. Until it has ended, this connection changes nothing. */
  *cells(sql: string): Generator<readonly unknown[]> {
    try {
      // The driver gives the rows of a raw statement as arrays.
      yield* this.#database.prepare(sql).raw().iterate() as Iterable<readonly unknown[]>;
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, parameters: readonly unknown[] = []): number {
    const before = this.#changes;
    this.all(sql, parameters);
    return this.#changes - before;
  }

  /**
   * Throws `storage_unavailable` unless the opened file is still in its place. SQLite itself would continue with a file that was removed or
   * replaced.
   */
  assertInPlace(): void {
    const found = statSync(this.#file, { throwIfNoEntry: false });
    if (found?.ino !== this.#opened.ino || found.dev !== this.#opened.dev) throw fileMoved();
  }

  /**
   * Moves the log into the database file and empties it. Returns false if another connection is within a transaction.
   */
  checkpoint(): boolean {
    const [outcome] = this.all('pragma wal_checkpoint(TRUNCATE)', []);
    // The columns are SQLite's.
    return (outcome as { busy: number } | undefined)?.busy === 0;
  }

  /** Writes all rows to new pages. Other processes that write meanwhile wait. */
  rewrite(): void {
    // Otherwise SQLite would put a copy of all rows into the system's temporary folder.
    this.#database.pragma('temp_store = MEMORY');
    this.#database.exec('vacuum');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): PreparedStatement {
    if (!this.#database.open) throw databaseClosed();
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const statement = this.#database.prepare(sql);
      prepared = {
        statement,
        rowOf: statement.reader ? rowMaker(statement.raw()) : undefined,
        readonly: statement.readonly,
        countsChanges: /^\s*(insert|update|delete)\b/i.test(sql),
        deletes: /^\s*delete\b/i.test(sql) || sql.includes(ERASES.sqlite),
      };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

/**
 * The driver itself would make an object by adding one member after another, which takes a hundred wide rows half a millisecond. A copy of
 * an object with all members takes a tenth of that.
 */
function rowMaker(statement: Database.Statement): (cells: unknown) => object {
  const names = statement.columns().map(({ name }) => name);
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, undefined]));
  return (cells) => {
    const row = { ...empty };
    // A raw statement gives the cells of each row as an array.
    (cells as unknown[]).forEach((cell, column) => {
      row[names[column] ?? ''] = cell;
    });
    return row;
  };
}
