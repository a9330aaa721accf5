import { DialproofError } from '@dialproof/core';
import type Database from 'better-sqlite3';
import { openFile } from './driver.js';
import { isBusy, translateSqliteError } from './sqlite-errors.js';

/**
 * Ensures that this process is the only one of its kind, such as the server on a data folder. It is the operating system's lock on a
 * file, which is released however the process ends. A file with a process id would be unreliable after a crash: another process may have
 * that id by then.
 *
 * SQLite takes the lock, since Node has no call for one. The file stays empty and may be left where it is.
 */
export class SoleProcessLock {
  readonly #database: Database.Database;

  private constructor(database: Database.Database) {
    this.#database = database;
  }

  /**
   * Takes the lock on `file`. A missing file is made; its folder has to exist. Throws `storage_unavailable` if another process (or an
   * earlier call of this one) has it, or if the file cannot be opened.
   */
  static acquire(file: string): SoleProcessLock {
    let database: Database.Database | undefined;
    try {
      database = openFile(file, 0);
      database.exec('begin exclusive');
      return new SoleProcessLock(database);
    } catch (error) {
      database?.close();
      if (!isBusy(error)) throw translateSqliteError(error);
      throw new DialproofError('storage_unavailable', {
        hint: 'another process already uses this data folder: stop it first, or use another folder',
        cause: error,
      });
    }
  }

  /** Gives the lock back. Safe twice. */
  release(): void {
    this.#database.close();
  }
}
