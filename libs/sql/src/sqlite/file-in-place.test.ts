import { copyFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId, type HoldId } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { openSqliteDatabase } from './open-sqlite-database.js';

const ALICE = accountId('alice');

async function subject() {
  const folder = await temporaryFolder();
  const file = join(folder, 'test.db');
  const database = await temporaryDatabase(file);
  return { folder, file, database, ledger: new SqlCreditLedger({ database }) };
}

const MOVED = { code: 'storage_unavailable', hint: expect.stringContaining('gone or was replaced') };

describe.skipIf(process.platform === 'win32')('a database whose file', () => {
  it('is deleted refuses writes, and says so when it is asked', async () => {
    const { database, folder, ledger } = await subject();
    await ledger.grant(ALICE, 1);
    await database.probe();
    await rm(folder, { recursive: true });
    await expect(ledger.grant(ALICE, 1)).rejects.toMatchObject(MOVED);
    await expect(database.probe()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('is replaced refuses writes, and says so when it is asked', async () => {
    const { database, file, ledger } = await subject();
    await copyFile(file, `${file}.copy`);
    await rename(`${file}.copy`, file);
    await expect(ledger.grant(ALICE, 1)).rejects.toMatchObject(MOVED);
    await expect(database.probe()).rejects.toMatchObject(MOVED);
  });

  it('is opened by a link sends its log to the disk', async () => {
    const { database: before, file, folder } = await subject();
    await before.close();
    await symlink(file, join(folder, 'link.db'));
    const database = await temporaryDatabase(join(folder, 'link.db'));
    const ledger = new SqlCreditLedger({ database });
    await ledger.grant(ALICE, 1);
    // A hold with an expiry does not wait for the disk.
    await ledger.hold({ holdId: 'h' as HoldId, accountId: ALICE, credits: 1, expiresAfterMs: 60_000 });
    await database.sync();
    expect(await ledger.balance(ALICE)).toEqual({ available: 0, held: 1 });
  });
});

describe('probe', () => {
  it('writes, also to a database in which nothing has been written, and changes nothing', async () => {
    const { database, file, ledger } = await subject();
    const other = new Database(file, { readonly: true });
    onTestFinished(() => void other.close());
    const version = () => other.pragma('data_version', { simple: true });
    const rows = () => other.prepare('select latest from store_time').all();
    const before = version();
    await database.probe();
    expect(version()).not.toBe(before);
    await ledger.hold({ holdId: 'h' as HoldId, accountId: ALICE, credits: 0, expiresAfterMs: 1 });
    const written = rows();
    await database.probe();
    expect(rows()).toEqual(written);
  });

  it('rejects while another process keeps the database locked', async () => {
    const { file } = await subject();
    const database = await openSqliteDatabase({ file, busyTimeoutMs: 10 });
    const other = new Database(file);
    onTestFinished(async () => {
      other.close();
      await database.close();
    });
    other.exec('begin immediate');
    await expect(database.probe()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});
