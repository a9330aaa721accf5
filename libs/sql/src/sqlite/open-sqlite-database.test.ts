import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sql } from '../query.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { openSqliteDatabase } from './open-sqlite-database.js';

describe('openSqliteDatabase', () => {
  it.each([
    ['no file', { file: '' }],
    ['a database in memory', { file: ':memory:' }],
    ['a negative time', { file: 'test.db', busyTimeoutMs: -1 }],
    ['half a millisecond', { file: 'test.db', busyTimeoutMs: 0.5 }],
    ['a time that no timer waits', { file: 'test.db', busyTimeoutMs: 2 ** 31 }],
  ])('refuses %s as options', async (_, options) => {
    await expect(openSqliteDatabase(options)).rejects.toThrow(TypeError);
  });

  it('says that the folder is missing', async () => {
    const file = join(await temporaryFolder(), 'missing', 'test.db');

    await expect(openSqliteDatabase({ file })).rejects.toMatchObject({
      code: 'storage_unavailable',
      hint: expect.stringContaining('folder'),
    });
  });

  it('says that the file is no database, and leaves it as it is', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'notes.txt');
    await writeFile(file, 'these are notes and no database, '.repeat(100));

    await expect(openSqliteDatabase({ file })).rejects.toMatchObject({
      code: 'storage_unavailable',
      hint: expect.stringContaining('not a database'),
    });
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  it('leaves one file when it is closed', async () => {
    const folder = await temporaryFolder();
    const database = await temporaryDatabase(join(folder, 'test.db'));
    expect(await readdir(folder)).toContain('test.db-wal');

    await database.close();

    expect(await readdir(folder)).toEqual(['test.db']);
  });

  it('changes nothing through what is for reading', async () => {
    const database = await temporaryDatabase();
    const insert = sql`insert into balances (account_id, available, held) values ('ann', 1, 0)`;

    await expect(database.read.change(insert, {})).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('keeps the log bounded while it writes much', async () => {
    const folder = await temporaryFolder();
    const database = await temporaryDatabase(join(folder, 'test.db'));
    const insert = sql<{ id: string; note: string }>`
      insert into journal (account_id, entry, kind, credits, note, created_at)
      values (${'id'}, 1, 'grant', 1, ${'note'}, 0)`;
    const note = 'x'.repeat(1_000_000);
    for (let written = 0; written < 40; written += 1) {
      await database.write((session) => session.change(insert, { id: `a${written}`, note }));
    }

    expect((await stat(join(folder, 'test.db-wal'))).size).toBeLessThan(20_000_000);
  });
});
