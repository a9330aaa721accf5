import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SqlCreditLedger } from '../../ledger/sql-credit-ledger.js';
import { openSqliteDatabase } from '../../sqlite/open-sqlite-database.js';
import { SoleProcessLock } from '../../sqlite/sole-process-lock.js';
import { SqlTaskStore } from '../../tasks/sql-task-store.js';
import { enqueueTask } from '../../tasks/task.fixture.js';
import { temporaryDatabase, temporaryFolder } from '../../temporary-folder.fixture.js';
import { backUpSqliteDatabase } from './back-up-database.js';
import { checkSqliteDatabase } from './check-database.js';
import { removeUnfinishedRestore, restoreSqliteDatabase } from './restore-database.js';

const ANN = accountId('ann');

/** A folder with a database in which Ann has 5 credits, and with a backup of it. */
async function subject() {
  const folder = await temporaryFolder();
  const [file, backup, lockFile] = ['test.db', 'backup.db', 'test.lock'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const grant = async (credits: number) => {
    const database = await openSqliteDatabase({ file });
    await new SqlCreditLedger({ database }).grant(ANN, credits);
    await database.close();
  };
  const credits = async () => {
    const database = await openSqliteDatabase({ file });
    const { available } = await new SqlCreditLedger({ database }).balance(ANN);
    await database.close();
    return available;
  };
  await grant(5);
  await backUpSqliteDatabase({ file, target: backup });
  const restore = () => restoreSqliteDatabase({ backup, file, lockFile });
  /** Changes the backup. */
  const change = (sql: string) => {
    const database = new Database(backup);
    database.exec(sql);
    database.close();
  };
  return { folder, file, backup, lockFile, grant, credits, restore, change };
}

/** Notes each sync of a file or a folder from now on: its inode, and the names in that folder. */
async function watchSyncs(folder: string) {
  const syncs: { readonly inode: number; readonly names: readonly string[] }[] = [];
  const handle = await open(folder, 'r');
  const methods: Pick<typeof handle, 'stat' | 'sync'> = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = methods;
  const spy = vi.spyOn(methods, 'sync').mockImplementation(async function (this: typeof handle) {
    syncs.push({ inode: (await this.stat()).ino, names: await readdir(folder) });
    await sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return syncs;
}

const inodeOf = async (path: string) => (await stat(path)).ino;

const refused = (hint: RegExp) => ({ code: 'storage_unavailable', hint: expect.stringMatching(hint) });

describe('backUpSqliteDatabase', () => {
  it('syncs the copy before it has its name, and its name before it resolves', async () => {
    const { file, folder } = await subject();
    const target = join(folder, 'second.db');
    const syncs = await watchSyncs(folder);
    await backUpSqliteDatabase({ file, target });
    expect(syncs.map(({ inode }) => inode)).toEqual([await inodeOf(target), await inodeOf(folder)]);
    expect(syncs.map(({ names }) => names.includes('second.db'))).toEqual([false, true]);
  });

  it('copies what is committed while the database is open and has a transaction', async () => {
    const { file, folder } = await subject();
    const target = join(folder, 'second.db');
    const database = await temporaryDatabase(file);
    await new SqlCreditLedger({ database }).grant(ANN, 3);
    const other = new Database(file);
    onTestFinished(() => void other.close());
    other.exec('begin immediate; update balances set available = 99');
    await backUpSqliteDatabase({ file, target });
    other.exec('rollback');
    expect((await readdir(folder)).filter((name) => name.startsWith('second'))).toEqual(['second.db']);
    if (process.platform !== 'win32') expect((await stat(target)).mode & 0o777).toBe(0o600);
    const copy = await temporaryDatabase(target);
    expect(await new SqlCreditLedger({ database: copy }).balance(ANN)).toEqual({ available: 8, held: 0 });
  });

  it('overwrites nothing, and says what is missing', async () => {
    const { backup, file, folder } = await subject();
    await expect(backUpSqliteDatabase({ file, target: backup })).rejects.toMatchObject(
      refused(/exists already/),
    );
    const missing = backUpSqliteDatabase({ file: join(folder, 'none'), target: join(folder, 'x') });
    await expect(missing).rejects.toMatchObject(refused(/no database/));
    const target = join(folder, 'missing', 'x');
    await expect(backUpSqliteDatabase({ file, target })).rejects.toMatchObject(
      refused(/^the folder of the backup does not exist$/),
    );
  });

  it('leaves nothing under the name of the backup when it fails', async () => {
    const { folder } = await subject();
    const notes = join(folder, 'notes');
    await writeFile(notes, 'these are notes and no database, '.repeat(100));
    const failed = backUpSqliteDatabase({ file: notes, target: join(folder, 'copy') });
    await expect(failed).rejects.toMatchObject(refused(/not a database/));
    expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual([]);
  });
});

describe('restoreSqliteDatabase', () => {
  it('syncs the copy before it replaces the database, and its name before it resolves', async () => {
    const { file, folder, restore } = await subject();
    const syncs = await watchSyncs(folder);
    await restore();
    expect(syncs.map(({ inode }) => inode)).toEqual([await inodeOf(file), await inodeOf(folder)]);
    expect(syncs.map(({ names }) => names.includes('test.db.restoring'))).toEqual([true, false]);
  });

  it('puts the backup in place of the database, which it keeps beside it', async () => {
    const { credits, file, folder, grant, restore } = await subject();
    await grant(10);
    const restored = await restore();
    expect(restored).toMatchObject({ accounts: 1, tasks: 0, schemaVersion: expect.any(Number) });
    expect(await credits()).toBe(5);
    const kept = await temporaryDatabase(restored.replaced);
    expect(await new SqlCreditLedger({ database: kept }).balance(ANN)).toMatchObject({ available: 15 });
    expect((await readdir(folder)).filter((name) => name.includes('restoring'))).toEqual([]);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('goes on with the usage of accounts', async () => {
    const { backup, file, restore } = await subject();
    const copy = await openSqliteDatabase({ file: backup });
    await enqueueTask(new SqlTaskStore({ database: copy }));
    await copy.close();
    await restore();
    const store = new SqlTaskStore({ database: await temporaryDatabase(file) });
    expect(await store.usage(ANN)).toMatchObject({ unfinishedTasks: 1, storedBytes: 1_026 });
    await enqueueTask(store);
    expect(await store.usage(ANN)).toMatchObject({ unfinishedTasks: 2, storedBytes: 2_052 });
  });

  it('makes a database where there is none', async () => {
    const { credits, file, restore } = await subject();
    await rm(file);
    expect(await restore()).toMatchObject({ replaced: undefined });
    expect(await credits()).toBe(5);
  });

  it('takes what a kill has left in the log to the kept database, and none of it to the restored one', async () => {
    const { credits, file, folder, restore } = await subject();
    const database = await temporaryDatabase(file);
    await new SqlCreditLedger({ database }).grant(ANN, 10);
    const killed = join(folder, 'killed.db');
    for (const end of ['', '-wal']) await copyFile(`${file}${end}`, `${killed}${end}`);
    await database.close();
    for (const end of ['', '-wal']) await copyFile(`${killed}${end}`, `${file}${end}`);
    const { replaced } = await restore();
    expect(await credits()).toBe(5);
    const kept = await temporaryDatabase(replaced);
    expect(await new SqlCreditLedger({ database: kept }).balance(ANN)).toMatchObject({ available: 15 });
  });

  it.runIf(process.platform === 'linux')(
    'copies the backup into a file for its owner alone from the first byte on',
    async () => {
      const { backup, credits, file, grant, restore } = await subject();
      await grant(10);
      const bytes = await readFile(backup);
      // A pipe blocks the copy until the test has looked.
      await rm(backup);
      execFileSync('mkfifo', ['-m', '644', backup]);
      const restored = restore();
      const pipe = await open(backup, 'w');
      const modeOfCopy = async () => ((await stat(`${file}.restoring`)).mode & 0o777).toString(8);
      await expect.poll(() => modeOfCopy().catch(() => undefined)).toBe('600');
      await pipe.writeFile(bytes);
      await pipe.close();
      await restored;
      expect(await credits()).toBe(5);
    },
  );

  it('says in its own words that the backup cannot be copied', async () => {
    const { backup, credits, restore } = await subject();
    await rm(backup);
    await mkdir(backup);
    await expect(restore()).rejects.toMatchObject(refused(/^the backup cannot be copied \(EISDIR\)$/));
    expect(await credits()).toBe(5);
  });

  it('replaces a database that is damaged, and keeps that', async () => {
    const { credits, file, restore } = await subject();
    const damaged = 'no longer a database '.repeat(500);
    await writeFile(file, damaged);
    const { replaced = '' } = await restore();
    expect(await credits()).toBe(5);
    expect(await readFile(replaced, 'utf8')).toBe(damaged);
  });

  it('refuses while a server holds the lock or a process has the database open', async () => {
    const { credits, file, grant, lockFile, restore } = await subject();
    await grant(10);
    const lock = SoleProcessLock.acquire(lockFile);
    await expect(restore()).rejects.toMatchObject(refused(/another process already uses/));
    lock.release();
    const open = await openSqliteDatabase({ file });
    await expect(restore()).rejects.toMatchObject(refused(/another process has the database open/));
    await open.close();
    expect(await credits()).toBe(15);
  });

  it.each([
    ['credits that do not add up', 'update balances set available = 6', /credits of 1 account do not add up/],
    ['credits without a balance', 'delete from balances', /1 account has entries of credits and no balance/],
    [
      'a schema of a newer release',
      `insert into schema_migrations values (999, 'later', 0)`,
      /schema version 999/,
    ],
    [
      'references that lead nowhere',
      `pragma foreign_keys = off; insert into task_rows values ('none', 0, x'00')`,
      /rows refer to others/,
    ],
    ['no schema of ours', 'drop table schema_migrations', /none of this package/],
  ])('refuses a backup with %s, and replaces nothing', async (_, sql, hint) => {
    const { change, credits, folder, grant, restore } = await subject();
    await grant(10);
    const before = (await readdir(folder)).sort();
    change(sql);
    await expect(restore()).rejects.toMatchObject(refused(hint));
    expect(await credits()).toBe(15);
    expect((await readdir(folder)).filter((name) => !name.startsWith('test.lock')).sort()).toEqual(before);
  });

  it('refuses a backup that is damaged or missing, and replaces nothing', async () => {
    const { backup, credits, restore } = await subject();
    const bytes = await readFile(backup);
    await writeFile(backup, bytes.subarray(0, bytes.length - 20_000));
    await expect(restore()).rejects.toMatchObject(refused(/damaged/));
    await writeFile(backup, bytes.fill(7, 8_192, 40_000));
    await expect(restore()).rejects.toMatchObject(refused(/damaged/));
    await rm(backup);
    await expect(restore()).rejects.toMatchObject(refused(/no such backup/));
    expect(await credits()).toBe(5);
  });
});

describe('removeUnfinishedRestore', () => {
  it('removes the copy of a restore that was killed, with its log, and leaves the database', async () => {
    const { credits, file, folder } = await subject();
    for (const end of ['', '-wal', '-shm']) await writeFile(`${file}.restoring${end}`, 'left');
    expect(await removeUnfinishedRestore(file)).toBe(true);
    expect((await readdir(folder)).filter((name) => name.includes('restoring'))).toEqual([]);
    expect(await removeUnfinishedRestore(file)).toBe(false);
    expect(await credits()).toBe(5);
  });
});

describe('checkSqliteDatabase', () => {
  it('says what a sound database holds', async () => {
    const { backup } = await subject();
    expect(await checkSqliteDatabase(backup)).toMatchObject({ accounts: 1, tasks: 0 });
  });
});
