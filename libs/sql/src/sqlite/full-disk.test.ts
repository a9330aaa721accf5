import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '../query.js';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { GroupCommit } from './group-commit.js';
import { SqliteConnection } from './sqlite-connection.js';

/** A connection to a database that cannot grow beyond 16 pages, as on a disk of that size. */
async function smallDatabase(): Promise<SqliteConnection> {
  const file = join(await temporaryFolder(), 'test.db');
  const connection = SqliteConnection.open({ file, lockWaitMs: 0, readsOnly: false });
  onTestFinished(() => connection.close());
  connection.run('create table notes (note text) strict');
  connection.all('pragma max_page_count = 16', []);
  return connection;
}

const insert = sql<{ note: string }>`insert into notes values (${'note'})`;

describe('a full disk', () => {
  it('fails the write that does not fit and no other', async () => {
    const connection = await smallDatabase();
    const writes = new GroupCommit(connection, {
      busyTimeoutMs: 0,
      touch: async () => undefined,
    });
    const write = (note: string) => writes.write((session) => session.change(insert, { note }));

    const outcomes = await Promise.allSettled([write('before'), write('x'.repeat(200_000)), write('after')]);

    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: { code: 'storage_unavailable', hint: expect.stringContaining('full') } },
      { status: 'fulfilled', value: 1 },
    ]);
    expect(connection.all('select note from notes', [])).toEqual([{ note: 'before' }, { note: 'after' }]);
  });
});
