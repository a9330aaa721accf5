import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertOptionNames, systemClock } from '@dialproof/core';
import { openWithDriver } from '../../sqlite/driver.js';
import { SoleProcessLock } from '../../sqlite/sole-process-lock.js';
import { isBusy, translateSqliteError } from '../../sqlite/sqlite-errors.js';
import { fileExists, syncFolder, unavailable } from './backup-files.js';
import { type CheckedDatabase, checkSqliteDatabase } from './check-database.js';

export interface RestoreOptions {
  /** Path of the backup, which is never changed. */
  readonly backup: string;
  /** Path of the restored database. It replaces an existing one. Its folder has to exist. */
  readonly file: string;
  /** The file of the {@link SoleProcessLock} that servers on this database hold. */
  readonly lockFile: string;
}

export interface RestoredDatabase extends CheckedDatabase {
  /** The new path of the replaced database; undefined if there was none. */
  readonly replaced: string | undefined;
}

/**
 * Replaces a database with a backup. A copy of the backup is checked first, see {@link checkSqliteDatabase}. The old database stays in
 * place until then, and is kept beside the new one afterwards. After a kill at any moment, the old or the new database is there, whole.
 *
 * Rejects with `storage_unavailable` and replaces nothing if a server holds the lock, if another process has the database open, if the
 * backup is missing, damaged or of a newer release, or if its credits do not add up.
 */
export async function restoreSqliteDatabase(options: RestoreOptions): Promise<RestoredDatabase> {
  assertOptionNames('restoreSqliteDatabase', options, { backup: true, file: true, lockFile: true });
  const { backup, file, lockFile } = options;
  if (!(await fileExists(backup))) throw unavailable('there is no such backup');
  const lock = SoleProcessLock.acquire(lockFile);
  const fresh = `${file}.restoring`;
  try {
    await removeDatabase(fresh);
    await copyDatabase(backup, fresh);
    const checked = await checkSqliteDatabase(fresh);
    const replaced = (await fileExists(file)) ? await setAside(file) : undefined;
    await syncFile(fresh);
    await rename(fresh, file);
    await syncFolder(dirname(file));
    return { ...checked, replaced };
  } finally {
    await removeDatabase(fresh);
    lock.release();
  }
}

/**
 * Removes the copy of a backup that a killed {@link restoreSqliteDatabase} has left beside a database. The caller has to hold the lock
 * of the database, so that no restore is under way. Resolves to whether there was a copy.
 */
export async function removeUnfinishedRestore(file: string): Promise<boolean> {
  const left = `${file}.restoring`;
  const wasThere = await fileExists(left);
  await removeDatabase(left);
  return wasThere;
}

/** Gives a database a second name, under which it stays after another has taken its place. */
async function setAside(file: string): Promise<string> {
  const replaced = `${file}.replaced-${new Date(systemClock.now()).toISOString().replace(/[:.]/g, '-')}`;
  const isFolded = foldLog(file);
  // SQLite would take the log of the old database for one of the new.
  if (!isFolded && (await fileExists(`${file}-wal`))) await rename(`${file}-wal`, `${replaced}-wal`);
  await rm(`${file}-shm`, { force: true });
  await link(file, replaced).catch(() => copyFile(file, replaced));
  return replaced;
}

/** Moves the log into the database and removes it, like the last process that closes it. False if the database is too damaged. */
function foldLog(file: string): boolean {
  try {
    const database = openWithDriver(file, { fileMustExist: true, timeout: 0 });
    try {
      database.pragma('locking_mode = exclusive');
      // Success means that no other process has it open, and that no log is left.
      database.pragma('journal_mode = delete');
      database.exec('begin exclusive; commit');
      return true;
    } finally {
      database.close();
    }
  } catch (error) {
    if (isBusy(error)) throw unavailable('another process has the database open: stop it first', error);
    if (!isDamaged(error)) throw translateSqliteError(error);
    return false;
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
}

/** Copies byte by byte, so that the check sees exactly the backup. A backup made with `cp` may have a log beside it. */
async function copyDatabase(from: string, to: string): Promise<void> {
  for (const end of ['', '-wal']) {
    if (end !== '' && !(await fileExists(`${from}${end}`))) continue;
    // The copy is for its owner alone from its first byte on. `copyFile` would give it the mode of the backup.
    const copy = createWriteStream(`${to}${end}`, { flags: 'wx', mode: 0o600 });
    await pipeline(createReadStream(`${from}${end}`), copy).catch((error: NodeJS.ErrnoException) => {
      throw unavailable(`the backup cannot be copied (${error.code ?? error.message})`, error);
    });
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal', '.partial']) await rm(`${file}${end}`, { force: true });
}
