import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { assertOptionNames } from '@dialproof/core';
import { openWithDriver } from '../../sqlite/driver.js';
import { translateSqliteError } from '../../sqlite/sqlite-errors.js';
import { fileExists, syncFolder, unavailable } from './backup-files.js';

export interface BackupOptions {
  /** Path of the database. Processes may have it open, and read and write. */
  readonly file: string;
  /** Path of the copy. It must not exist yet; its folder has to. */
  readonly target: string;
}

/**
 * Copies a snapshot of a database while processes use it. The copy is one file for its owner alone, without free pages, and on the disk
 * when this resolves. Writers go on meanwhile, and the log of the database grows until the copy is made.
 *
 * SQLite makes the copy (`VACUUM INTO`), which blocks this thread: call it from a command or a worker thread, not from a thread that
 * answers requests. SQLite's other way, page by page, begins anew with each write of another process and may never end.
 *
 * Rejects with `storage_unavailable` if the database is missing, or if the target exists or cannot be written. An incomplete copy never
 * has the target's name.
 */
export async function backUpSqliteDatabase(options: BackupOptions): Promise<void> {
  assertOptionNames('backUpSqliteDatabase', options, { file: true, target: true });
  const { file, target } = options;
  if (!(await fileExists(file))) throw unavailable('there is no database to back up');
  if (await fileExists(target))
    throw unavailable('the file of the backup exists already: choose another name');
  if (!(await fileExists(dirname(target)))) throw unavailable('the folder of the backup does not exist');
  const partial = `${target}.partial`;
  try {
    await rm(partial, { force: true });
    // SQLite accepts an empty file and keeps its permissions.
    await (await open(partial, 'wx', 0o600)).close();
    copy(file, partial);
    const handle = await open(partial, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(partial, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw fileError(error) ?? translateSqliteError(error);
  }
}

function copy(file: string, target: string): void {
  const database = openWithDriver(file, { fileMustExist: true });
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
}

/** The operating system's error about the target; undefined for SQLite's own errors. */
function fileError(error: unknown): Error | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return unavailable(`the backup cannot be written (${String(error.code)})`, error);
}
