import { realpathSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import Database from 'better-sqlite3';

/** Callbacks for the statements, commits and syncs of databases. */
export interface DriverHooks {
  /** Called before a statement. What it throws takes the place of the statement. */
  beforeStatement(sql: string): void;
  /** Called after each commit, with the contents of the whole database. `isSynced`: whether the commit waited for the disk. */
  afterCommit(picture: Buffer, isSynced: boolean): void;
  /** Called when a sync of the log begins outside of a commit. At its end the returned function is called: commits before the beginning are then on the disk. */
  beginSync(): () => void;
}

const watched = new Map<string, DriverHooks>();
/** Puts the driver's own methods back. */
let restore: (() => void) | undefined;

/** Calls `hooks` for all databases below `folder`. The returned function ends that. */
export async function watchDriver(folder: string, hooks: DriverHooks): Promise<() => void> {
  const path = realpathSync(folder);
  const syncs = await fileHandlePrototype();
  watched.set(path, hooks);
  restore ??= replaceMethods(syncs);
  return () => {
    watched.delete(path);
    if (watched.size > 0) return;
    restore?.();
    restore = undefined;
  };
}

function hooksOf(file: string): DriverHooks | undefined {
  for (const [folder, hooks] of watched) if (file.startsWith(folder)) return hooks;
  return undefined;
}

/** The class of file handles, which Node does not export. */
async function fileHandlePrototype(): Promise<FileHandle> {
  const handle = await open(process.execPath);
  await handle.close();
  return Object.getPrototypeOf(handle);
}

const FULL = 2;

/**
 * The driver has no hook for statements, so its own method is replaced. Syncs of a log outside of commits are calls of `datasync`. Databases outside of
 * the watched folders are served as before.
 */
function replaceMethods(handles: FileHandle): () => void {
  const { prepare } = Database.prototype;
  const { datasync } = handles;
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    watch(this, sql, statement);
    return statement;
  } as typeof prepare;
  handles.datasync = async function (this: FileHandle) {
    const ends = [...watched.values()].map((hooks) => hooks.beginSync());
    await datasync.call(this);
    for (const end of ends) end();
  };
  return () => {
    Database.prototype.prepare = prepare;
    handles.datasync = datasync;
  };
}

function watch(database: Database.Database, sql: string, statement: Database.Statement): void {
  let logBytes = 0;
  for (const name of ['run', 'all'] as const) {
    const original = statement[name] as (...values: unknown[]) => unknown;
    Reflect.set(statement, name, (...values: unknown[]) => {
      const hooks = hooksOf(database.name);
      hooks?.beforeStatement(sql);
      const result = original.apply(statement, values);
      if (hooks !== undefined && sql === 'commit') {
        // A commit that changes no page writes nothing to the log and does not wait for the disk.
        const bytes = statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
        const isWritten = bytes !== logBytes;
        logBytes = bytes;
        const isFull = database.pragma('synchronous', { simple: true }) === FULL;
        hooks.afterCommit(database.serialize(), isWritten && isFull);
      }
      return result;
    });
  }
}
