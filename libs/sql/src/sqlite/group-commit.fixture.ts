import { join } from 'node:path';
import type { Clock } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { sql } from '../query.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';

const INSERT = sql<{ id: string; available: number }>`
  insert into balances (account_id, available, held) values (${'id'}, ${'available'}, 0)`;

const SELECT = sql<object, { account_id: string }>`select account_id from balances order by account_id`;

/** Queries that add a balance, and read the accounts of all balances. */
export const queries = {
  add: (session: SqlSession, id: string) => session.change(INSERT, { id, available: 1 }),
  ids: async (session: SqlSession) => (await session.rows(SELECT, {})).map((row) => row.account_id),
};

/** Adds a row to `notes`, a table of one column. */
export const insertNote = sql<{ note: string }>`insert into notes values (${'note'})`;

/** A database in a file for the running test, with functions that add balances and read their accounts. */
export async function subject(clock?: Clock) {
  const file = join(await temporaryFolder(), 'test.db');
  const database = await temporaryDatabase(file, clock);
  return { file, database, ...queries };
}
