import { realpathSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import Database from 'better-sqlite3';

/** What the statements of the databases in a folder are reported to. */
export interface DriverHooks {
  /** Called before a statement. What it throws takes the place of the statement. */
  beforeStatement(sql: string): void;
  /** Called after each commit, with the contents of the whole database. `isSynced`: whether the commit waited for the disk. */
  afterCommit(picture: Buffer, isSynced: boolean): void;
  /** Called when the log of changes has been synced to the disk outside of a commit: all commits before `began` are there. */
  beginSync(): () => void;
}

const watched = new Map<string, DriverHooks>();

/** Reports the statements, commits and syncs of the databases below `folder`, until the returned function is called. */
export async function watchDriver(folder: string, hooks: DriverHooks): Promise<() => void> {
  await patch();
  const path = realpathSync(folder);
  watched.set(path, hooks);
  return () => {
    watched.delete(path);
  };
}

function hooksOf(file: string): DriverHooks | undefined {
  for (const [folder, hooks] of watched) if (file.startsWith(folder)) return hooks;
  return undefined;
}

const FULL = 2;
let patched: Promise<void> | undefined;

/**
 * The driver has no hook for statements, so its own methods are replaced. Databases outside of the watched folders are served as before.
 */
function patch(): Promise<void> {
  patched ??= (async () => {
    const prepare = Database.prototype.prepare;
    Database.prototype.prepare = function (this: Database.Database, sql: string) {
      const statement = prepare.call(this, sql);
      if (watched.size > 0) watch(this, sql, statement);
      return statement;
    } as typeof prepare;
    await patchSyncs();
  })();
  return patched;
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

/** The syncs of a log outside of commits are calls of `datasync`, of a class that Node does not export. */
async function patchSyncs(): Promise<void> {
  const handle = await open(process.execPath);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const datasync = prototype.datasync;
  prototype.datasync = async function (this: FileHandle) {
    const ends = [...watched.values()].map((hooks) => hooks.beginSync());
    await datasync.call(this);
    for (const end of ends) end();
  };
}
