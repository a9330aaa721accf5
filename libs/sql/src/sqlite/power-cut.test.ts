import { statSync } from 'node:fs';
import { copyFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId, type HoldId, ManualClock } from '@dialproof/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { auditLedger } from '../operations/ledger-audit.js';
import { sql } from '../query.js';
import type { Tables } from '../schema.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { beginDraft, enqueueTask, FILE, wholeRecord } from '../tasks/task.fixture.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { openSqliteDatabase } from './open-sqlite-database.js';

const ALICE = accountId('alice');
const EXPIRES_AFTER_MS = 60_000;

/** SQLite's log has a header of its own, and one before each page. */
const LOG_HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;

/** A database with an empty log, and its contents after the log is cut at some length, as by a power cut. */
async function subject() {
  const file = join(await temporaryFolder(), 'test.db');
  // Its clock stands still, so that the log is not emptied in the midst of a case.
  const database = await openSqliteDatabase({ file, clock: new ManualClock() });
  onTestFinished(() => database.close());
  const ledger = new SqlCreditLedger({ database });
  await ledger.grant(ALICE, 100);
  await database.emptyLog();
  return {
    database,
    file,
    ledger,
    logBytes: () => statSync(`${file}-wal`).size,
    /** Lengths at which a page ends, or is torn in two. */
    *cuts() {
      const end = statSync(`${file}-wal`).size;
      for (let bytes = LOG_HEADER_BYTES; bytes <= end; bytes += FRAME_BYTES) {
        yield bytes;
        if (bytes < end) yield bytes + FRAME_BYTES / 2;
      }
    },
    async afterPowerCut(logBytes: number) {
      const left = join(await temporaryFolder(), 'left.db');
      await copyFile(file, left);
      await copyFile(`${file}-wal`, `${left}-wal`);
      await truncate(`${left}-wal`, logBytes);
      return await temporaryDatabase(left);
    },
  };
}

describe('a database that is asked to wait for the disk', () => {
  it('writes to the log at each probe, also where nothing is new', async () => {
    const { database, logBytes } = await subject();
    const sizes = [logBytes()];
    for (let asked = 0; asked < 3; asked += 1) {
      await database.probe();
      sizes.push(logBytes());
    }
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
  });

  it('writes to the log at each sync, so that its commit waits for all that is there', async () => {
    const { database, logBytes } = await subject();
    const store = new SqlTaskStore({ database });
    const lease = await beginDraft(store);
    await store.appendRows(lease, 0, new Uint8Array(6_000));
    const before = logBytes();
    await database.sync();
    expect(logBytes()).toBeGreaterThan(before);
  });

  it('leaves the time that is stored as it was', async () => {
    const { database, ledger } = await subject();
    await ledger.hold({
      holdId: 'v_1' as HoldId,
      accountId: ALICE,
      credits: 1,
      expiresAfterMs: EXPIRES_AFTER_MS,
    });
    const latest = sql<object, Tables['store_time']>`select * from store_time`;
    const before = await database.read.rows(latest, {});
    expect(before).toEqual([{ store_time_id: 1, latest: expect.any(Number) }]);
    await database.sync();
    expect(await database.read.rows(latest, {})).toEqual(before);
  });
});

describe('a power cut at any byte of the log', () => {
  it('charges nothing that was not verified, loses no charge that was told, and gives every hold back', async () => {
    const { afterPowerCut, cuts, ledger, logBytes } = await subject();
    const toldAt: number[] = [];
    for (let check = 1; check <= 4; check += 1) {
      const hold = { holdId: `v_${check}` as HoldId, accountId: ALICE };
      await ledger.hold({ ...hold, credits: 1, expiresAfterMs: EXPIRES_AFTER_MS });
      await ledger.settle({ ...hold, credits: 1 });
      toldAt.push(logBytes());
    }
    const charges = new Set<number>();
    for (const cut of cuts()) {
      const database = await afterPowerCut(cut);
      const left = new SqlCreditLedger({
        database,
        clock: new ManualClock(Date.now() + 2 * EXPIRES_AFTER_MS),
      });
      await left.releaseExpired();
      const { accounts, addsUp } = await auditLedger(database);
      const told = toldAt.filter((bytes) => bytes <= cut).length;
      const charged = accounts[0]?.charged ?? Number.NaN;
      expect({ addsUp, charged }).toEqual({ addsUp: true, charged: told });
      expect(await left.balance(ALICE)).toEqual({ available: 100 - told, held: 0 });
      charges.add(charged);
      await database.close();
    }
    expect([...charges]).toEqual([0, 1, 2, 3, 4]);
  });

  it('leaves a task whole, or nothing of it but its draft', async () => {
    const { afterPowerCut, cuts, database } = await subject();
    const store = new SqlTaskStore({ database });
    const lease = await beginDraft(store);
    const { taskId } = lease;
    const blocks = [1, 2, 3].map((byte) => new Uint8Array(6_000).fill(byte));
    for (const [index, block] of blocks.entries()) await store.appendRows(lease, index, block);
    const file = { ...FILE, rowBlocks: 2 };
    const chunks = [Uint8Array.of(1)];
    await store.enqueue(lease, { total: 1, rowsWithoutNumber: 0, heldCredits: 1, file, chunks });
    const found: (string | undefined)[] = [];
    for (const cut of cuts()) {
      const left = await afterPowerCut(cut);
      const leftStore = new SqlTaskStore({ database: left });
      const task = await leftStore.find(taskId);
      found.push(task?.status);
      for (const [index, block] of blocks.entries()) {
        expect(await leftStore.rowBlock(taskId, index)).toEqual(task === undefined ? undefined : block);
      }
      await left.close();
    }
    expect([...new Set(found)]).toEqual([undefined, 'queued']);
  });

  it('leaves every answer of a task whose end was handed out', async () => {
    const { afterPowerCut, database, logBytes } = await subject();
    const store = new SqlTaskStore({ database });
    const { taskId } = await enqueueTask(store, { chunkCount: 3 });
    let bytesOnDisk = logBytes();
    const sync = database.sync.bind(database);
    vi.spyOn(database, 'sync').mockImplementation(async () => {
      await sync();
      bytesOnDisk = logBytes();
    });
    const finishes: boolean[] = [];
    for (let chunk = 0; chunk < 3; chunk += 1) {
      const { claims } = await store.claim({ leaseMs: 1_000, limit: 1, taskId: null });
      const [claim] = claims;
      if (claim?.kind !== 'check') throw new Error(`no chunk was claimed, but ${claim?.kind}`);
      const answer = await store.record(claim.lease, wholeRecord());
      finishes.push(answer.outcome === 'recorded' && answer.finish !== null);
    }
    expect(finishes).toEqual([false, false, true]);
    const left = new SqlTaskStore({ database: await afterPowerCut(bytesOnDisk) });
    expect(await left.statuses(taskId)).toEqual(Array.from({ length: 3 }, () => Uint8Array.of(0)));
  });
});
