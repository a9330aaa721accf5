import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlAccounts } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import Database from 'better-sqlite3';
import { CREDITS, type StoryAccount } from './story.js';

/** A file system in memory, on Linux. On a real disk, a run would mostly wait for syncs. */
const MEMORY_DISK = '/dev/shm';

/** A database with the account of the stories, before a story begins. */
export interface Beginning {
  readonly picture: Buffer;
  readonly account: StoryAccount;
  /** A folder for the files of machines. */
  readonly folder: string;
}

/** Makes the database with which every story begins. */
export async function beginStories(): Promise<Beginning & { readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(
    join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'dialproof-simulation-'),
  );
  const file = join(folder, 'beginning.db');
  const database = await openSqliteDatabase({ file });
  const account = await new SqlAccounts({ database }).create({ credits: CREDITS });
  await database.close();
  const raw = new Database(file);
  const picture = raw.serialize();
  raw.close();
  return { account, folder, picture, remove: () => rm(folder, { recursive: true, force: true }) };
}
