import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
    const folder = await mkdtemp(join(FOLDERS, 'dialproof-sql-'));
    await writeEmptyDatabase(join(folder, 'test.db'));
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

/** A file system in memory, on Linux. On a real disk, a suite mostly waits for syncs. */
const MEMORY_DISK = '/dev/shm';
/** A container may have 64 MB of it. */
const LEAST_BYTES = 512 * 1024 ** 2;
const FOLDERS = hasRoom(MEMORY_DISK) ? MEMORY_DISK : tmpdir();

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > LEAST_BYTES;
  } catch {
    return false;
  }
}

let emptyFile: Promise<Uint8Array> | undefined;

/** Writes a database that has all tables and no rows. Copying one is much faster than all migrations, and they have tests of their own. */
export async function writeEmptyDatabase(file: string): Promise<void> {
  emptyFile ??= makeEmptyFile();
  await writeFile(file, await emptyFile);
}

async function makeEmptyFile(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-sql-'));
  try {
    const file = join(folder, 'empty.db');
    // Closing it moves its log into it.
    await (await openSqliteDatabase({ file })).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
