import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '@dialproof/core';
import { onTestFinished } from 'vitest';
import type { SqlDatabase } from './database.js';
import { writeEmptyDatabase } from './database-file.fixture.js';
import { openSqliteDatabase } from './sqlite/open-sqlite-database.js';

/** A folder for the running test, removed after it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-sql-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A database for the running test. `file`: an existing one, to open it once more. */
export async function temporaryDatabase(file?: string, clock: Clock = systemClock): Promise<SqlDatabase> {
  const path = file ?? join(await temporaryFolder(), 'test.db');
  if (file === undefined) await writeEmptyDatabase(path);
  const database = await openSqliteDatabase({ file: path, clock });
  onTestFinished(() => database.close());
  return database;
}
