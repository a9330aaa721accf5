import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlDatabase } from './database.js';
import { openSqliteDatabase } from './sqlite/open-sqlite-database.js';

/** A database in a folder of its own, for a suite that closes, opens again and clears up by itself. */
export class DatabaseFile {
  readonly #folder: string;
  #database: SqlDatabase;

  private constructor(folder: string, database: SqlDatabase) {
    this.#folder = folder;
    this.#database = database;
  }

  static async create(): Promise<DatabaseFile> {
    const folder = await mkdtemp(join(tmpdir(), 'dialproof-sql-'));
    return new DatabaseFile(folder, await openSqliteDatabase({ file: join(folder, 'test.db') }));
  }

  get database(): SqlDatabase {
    return this.#database;
  }

  async reopen(): Promise<SqlDatabase> {
    await this.#database.close();
    this.#database = await openSqliteDatabase({ file: join(this.#folder, 'test.db') });
    return this.#database;
  }

  async remove(): Promise<void> {
    await this.#database.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
