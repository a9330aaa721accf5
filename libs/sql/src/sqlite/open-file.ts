import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DialproofError } from '@dialproof/core';
import Database from 'better-sqlite3';

/**
 * Opens a file with the driver, making it if it is missing. `lockWaitMs`: how long a statement may block the process while it waits
 * for another process's lock. Throws the driver's own errors, but for a missing folder, of which the driver's has no code.
 */
export function openFile(file: string, lockWaitMs: number): Database.Database {
  if (!existsSync(dirname(file))) {
    throw new DialproofError('storage_unavailable', {
      hint: 'the folder of the database does not exist: make it first',
    });
  }
  return new Database(file, { timeout: lockWaitMs });
}
