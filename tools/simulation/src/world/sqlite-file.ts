import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entropy } from '@dialproof/core';
import type { SqlDatabase } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import Database from 'better-sqlite3';
import type { MachineDatabase } from './machine-database.js';
import type { VirtualTime } from './virtual-time.js';
import { withoutThreads } from './without-threads.js';

export interface SqliteFileOptions {
  readonly time: VirtualTime;
  /** The folder for its files. */
  readonly folder: string;
  /** The contents of the database. */
  readonly picture: Buffer;
  /** Called before each statement. What it throws takes the place of the statement. */
  readonly beforeStatement?: (sql: string) => void;
  /** Called after each commit. Without it, no pictures are taken, which is quicker. */
  readonly afterCommit?: () => void;
}

/** The SQLite database of one machine, with the contents that a crash would leave. */
export class SqliteFile implements MachineDatabase {
  /** The contents of the database that a killed process would leave. */
  killed: Buffer;
  /** The contents that a power cut would leave. */
  cut: Buffer;
  readonly #options: SqliteFileOptions;
  readonly #folder: string;
  readonly #file: string;
  readonly #unwatch: () => void;
  #database: SqlDatabase | undefined;
  /** The database after its last commit, or its contents once they were needed. */
  #committed: Database.Database | undefined;
  #contents: Buffer;

  constructor(options: SqliteFileOptions) {
    const { beforeStatement, folder, picture, time } = options;
    this.#options = options;
    this.killed = picture;
    this.cut = picture;
    this.#contents = picture;
    this.#folder = mkdtempSync(join(folder, 'machine-'));
    this.#file = join(this.#folder, 'dialproof.db');
    writeFileSync(this.#file, picture);
    this.#unwatch = watchDriver(this.#folder, {
      beforeStatement(sql) {
        time.activity += 1;
        beforeStatement?.(sql);
      },
      afterCommit: (committed, isSynced) => {
        this.#committed = committed;
        if (this.#options.afterCommit !== undefined) this.#keep(isSynced());
      },
    });
  }

  async open(entropy: Entropy): Promise<SqlDatabase> {
    const { time } = this.#options;
    await this.#database?.close();
    this.#database = await time.until(openSqliteDatabase({ file: this.#file, clock: time.clock, entropy }));
    return this.#database;
  }

  async close(): Promise<void> {
    await this.#database?.close();
    this.#unwatch();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async texts(query: string, account: string): Promise<string[]> {
    const copy = Buffer.from(this.#picture());
    // The file format versions: a database in memory has no log of changes beside it.
    copy.fill(1, 18, 20);
    const database = new Database(copy);
    // Each row is an array of one text.
    const rows = database.prepare<[string]>(query).raw().all(account) as [string][];
    database.close();
    return rows.map(([text]) => text);
  }

  async includes(text: string): Promise<boolean> {
    return this.#picture().includes(text);
  }

  #keep(isSynced: boolean): void {
    const picture = this.#picture();
    // Most commits of an idle process change nothing, and leave the same picture.
    if (!picture.equals(this.killed)) this.killed = picture;
    if (isSynced) this.cut = this.killed;
    this.#options.afterCommit?.();
  }

  /** The contents of the database after its last commit. */
  #picture(): Buffer {
    if (this.#committed !== undefined) this.#contents = this.#committed.serialize();
    this.#committed = undefined;
    return this.#contents;
  }
}

/** Callbacks for the statements and commits of a database. */
interface DriverHooks {
  /** Called before a statement. What it throws takes the place of the statement. */
  beforeStatement(sql: string): void;
  /** Called after each commit with its database. `isSynced` tells whether the commit waited for the disk, and asks the disk itself. */
  afterCommit(database: Database.Database, isSynced: () => boolean): void;
}

const FULL = 2;

/**
 * Calls `hooks` for the databases below `folder`. The driver has no hook for statements, so its own method is replaced. The returned
 * function ends that.
 */
function watchDriver(folder: string, hooks: DriverHooks): () => void {
  const watched = realpathSync(folder);
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (this.name.startsWith(watched)) watch(this, sql, statement, hooks);
    return statement;
  } as typeof prepare;
  const restoreFiles = withoutThreads();
  return () => {
    Database.prototype.prepare = prepare;
    restoreFiles();
  };
}

function watch(
  database: Database.Database,
  sql: string,
  statement: Database.Statement,
  hooks: DriverHooks,
): void {
  let logBytes = 0;
  const isSynced = () => {
    // A commit that changes no page writes nothing to the log and does not wait for the disk.
    const bytes = statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const isWritten = bytes !== logBytes;
    logBytes = bytes;
    return isWritten && database.pragma('synchronous', { simple: true }) === FULL;
  };
  for (const name of ['run', 'all'] as const) {
    const original = statement[name] as (...values: unknown[]) => unknown;
    Reflect.set(statement, name, (...values: unknown[]) => {
      hooks.beforeStatement(sql);
      const result = original.apply(statement, values);
      if (sql === 'commit') hooks.afterCommit(database, isSynced);
      return result;
    });
  }
}
