import { chmodSync, closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DialproofError } from '@dialproof/core';
import type Database from 'better-sqlite3';
import { openWithDriver } from './driver.js';

/** For its owner alone: a database holds customers' numbers. SQLite gives the files beside it the same permissions. */
const PRIVATE = 0o600;

/**
 * Opens a file with the driver. A missing file is made, for its owner alone. `lockWaitMs`: how long a statement may block the process
 * while it waits for another process's lock. Throws the driver's own errors, except for a missing folder, for which the driver has no
 * code.
 */
export function openFile(file: string, lockWaitMs: number): Database.Database {
  if (!existsSync(dirname(file))) {
    throw new DialproofError('storage_unavailable', {
      hint: 'the folder of the database does not exist: make it first',
    });
  }
  makePrivate(file);
  return openWithDriver(file, { timeout: lockWaitMs });
}

/** Makes the file if it is missing. It ignores failures: the driver then throws, with its own codes. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE));
  } catch (_existsOrCannotBeMade) {}
}

/** Removes other users' permissions from a database and the files beside it, if this user may. The file has to exist. */
export function keepPrivate(file: string): void {
  // SQLite puts the others beside the file itself, not beside a link to it.
  const own = realpathSync(file);
  for (const path of [own, `${own}-wal`, `${own}-shm`]) {
    try {
      chmodSync(path, PRIVATE);
    } catch (_missingOrOfAnotherUser) {}
  }
}
