import { DialproofError } from '@dialproof/core';
import type Database from 'better-sqlite3';
import { openFile } from './open-file.js';
import { isBusy, translateSqliteError } from './sqlite-errors.js';

/**
 * Says that this process is the only one of its kind, a server on a data folder for instance. It is a lock of the operating
 * system's on a file, which is released however the process ends; a file with a process id in it would have to be guessed about
 * after a crash, and another process may have got that id by then.
 *
 * SQLite takes the lock, since Node has no call for one. The file stays empty and may be left where it is.
 */
export class SoleProcessLock {
  readonly #database: Database.Database;

  private constructor(database: Database.Database) {
    this.#database = database;
  }

  /**
   * Takes the lock on `file`, which is made if it is missing; its folder is not. Throws `storage_unavailable` when another process
   * (or an earlier call of this one) has it, or when the file cannot be opened.
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
