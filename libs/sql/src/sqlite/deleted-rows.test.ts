import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId, createVerificationService, type E164, ManualClock } from '@dialproof/core';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { SqlSuppressionList } from '../suppressions/sql-suppression-list.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';

const ALICE = accountId('alice');
const DAY_MS = 86_400_000;

/** 2,000 rows with cells that occur nowhere else in a database. */
async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('name,phone\n');
  for (let row = 0; row < 2_000; row += 1) yield Buffer.from(`left behind ${row},+1415555${1_000 + row}\n`);
}

async function subject() {
  const file = join(await temporaryFolder(), 'test.db');
  const database = await temporaryDatabase(file);
  const clock = new ManualClock(Date.now());
  const store = new SqlTaskStore({ database, clock });
  const ledger = new SqlCreditLedger({ database, clock });
  const checker = { check: async () => 'inactive' as const };
  const service = createVerificationService({
    ...{ store, archive: store, ledger, checker, clock, queue: null },
    taskRetentionMs: DAY_MS,
  });
  await ledger.grant(ALICE, 2_000);
  const request = { accountId: ALICE, fileName: 'a.csv' };
  return {
    clock,
    database,
    file,
    ledger,
    service,
    submit: () => service.submit({ ...request, content: content() }),
    workAll: async () => {
      while ((await service.work()).did === 'work');
    },
    /** The number of the rows' cells in these files. */
    async cellsLeft(...files: string[]) {
      const bytes = await Promise.all(files.map((name) => readFile(name, 'latin1')));
      return bytes.join('').split(/left behind|1415555/).length - 1;
    },
  };
}

describe('rows that are deleted', () => {
  it('are nowhere in the file once the database is closed: those of a file that was refused, and of a task that was removed', async () => {
    const { cellsLeft, database, file, ledger, service, submit, workAll } = await subject();
    const bob = accountId('bob');
    await ledger.grant(bob, 1_999);
    const refused = service.submit({ accountId: bob, fileName: 'a.csv', content: content() });
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_credits' });
    const task = await submit();
    await workAll();
    await service.remove({ accountId: ALICE, taskId: task.taskId });
    await service.close();
    await database.close();
    expect(await cellsLeft(file)).toBe(0);
  });
});

it.each([
  [1, 'gives its unused room back', 0.5],
  // Rewriting it would delay the stop of a server.
  [140, 'keeps its size', 140],
])('a file of %i MB from which something was deleted %s when it is closed', async (sizeMb, _, expectedMb) => {
  const file = join(await temporaryFolder(), 'test.db');
  await (await temporaryDatabase(file)).close();
  const raw = new Database(file);
  raw.exec(
    `create table spare (content); insert into spare values (zeroblob(${sizeMb} * 1000000)); drop table spare`,
  );
  raw.close();
  const database = await temporaryDatabase(file);
  const list = new SqlSuppressionList({ database });
  const phone = '+14155551234' as E164;
  await list.add({ accountId: ALICE, phones: [phone], addedAt: 1, maxPerAccount: 1 });
  await list.remove(ALICE, phone);
  await database.close();
  expect((await stat(file)).size / 1e6 < expectedMb).toBe(expectedMb < sizeMb);
});

describe('while the database is open, rows that are deleted', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(['removed', 'expired'])(
    'leave the log within a minute on an idle server: of a task that is %s',
    async (how) => {
      const { cellsLeft, clock, file, service, submit, workAll } = await subject();
      const task = await submit();
      await workAll();
      vi.advanceTimersByTime(120_000);
      if (how === 'removed') await service.remove({ accountId: ALICE, taskId: task.taskId });
      else {
        clock.advance(2 * DAY_MS);
        await workAll();
        await service.work();
      }
      await expect(service.task({ accountId: ALICE, taskId: task.taskId })).rejects.toMatchObject({
        code: 'task_not_found',
      });
      expect(await cellsLeft(file, `${file}-wal`)).toBeGreaterThan(0);
      vi.advanceTimersByTime(60_000);
      expect(await cellsLeft(file, `${file}-wal`)).toBe(0);
    },
  );

  it('leave the log that a killed process has left', async () => {
    const { cellsLeft, file, service, submit, workAll } = await subject();
    const task = await submit();
    await workAll();
    await service.remove({ accountId: ALICE, taskId: task.taskId });
    // The old database stays open, but without its timers. Opening the file again must be enough.
    vi.clearAllTimers();
    await temporaryDatabase(file);
    expect(await cellsLeft(`${file}-wal`)).toBeGreaterThan(0);
    vi.advanceTimersByTime(60_000);
    expect(await cellsLeft(file, `${file}-wal`)).toBe(0);
  });

  it('leave the log later where another process reads it, and the deletion does not wait for that', async () => {
    const { cellsLeft, file, service, submit, workAll } = await subject();
    const task = await submit();
    await workAll();
    const other = new Database(file, { readonly: true });
    onTestFinished(() => {
      other.close();
    });
    const reading = other.prepare('select task_id from tasks').iterate();
    reading.next();
    await service.remove({ accountId: ALICE, taskId: task.taskId });
    vi.advanceTimersByTime(60_000);
    expect(await cellsLeft(`${file}-wal`)).toBeGreaterThan(0);
    reading.return?.();
    vi.advanceTimersByTime(5_000);
    expect(await cellsLeft(file, `${file}-wal`)).toBe(0);
  });
});
