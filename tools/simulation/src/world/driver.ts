import { realpathSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { withoutThreads } from './without-threads.js';

/** Callbacks for the statements and commits of a database. */
export interface DriverHooks {
  /** Called before a statement. What it throws takes the place of the statement. */
  beforeStatement(sql: string): void;
  /** Called after each commit with its database. `isSynced` tells whether the commit waited for the disk, and asks the disk itself. */
  afterCommit(database: Database.Database, isSynced: () => boolean): void;
}

const FULL = 2;

/**
 * Calls `hooks` for the databases below `folder`. The driver has no hook for statements, so its own method is replaced. The returned function ends
 * that.
 */
export function watchDriver(folder: string, hooks: DriverHooks): () => void {
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
