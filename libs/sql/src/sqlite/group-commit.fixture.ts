import { join } from 'node:path';
import type { SqlDatabase, SqlSession } from '../database.js';
import { compileQuery } from '../query.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';

/** Queries that add a balance, and read the accounts of all balances. */
export function queries({ builder }: SqlDatabase) {
  const insert = compileQuery<{ id: string; available: number }>()((value) =>
    builder
      .insertInto('balances')
      .values({ account_id: value('id'), available: value('available'), held: 0 }),
  );
  const select = compileQuery()(() =>
    builder.selectFrom('balances').select('account_id').orderBy('account_id'),
  );
  return {
    add: (session: SqlSession, id: string) => session.change(insert, { id, available: 1 }),
    ids: async (session: SqlSession) => (await session.rows(select, {})).map((row) => row.account_id),
  };
}

/** Adds a row to `notes`, a table of one column. */
export const insertNote = {
  sql: 'insert into notes values (?)',
  bind: ({ note }: { note: string }) => [note],
};

/** A database in a file for the running test, with functions that add balances and read their accounts. */
export async function subject() {
  const file = join(await temporaryFolder(), 'test.db');
  const database = await temporaryDatabase(file);
  return { file, database, ...queries(database) };
}
