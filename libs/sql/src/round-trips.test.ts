import { accountId, ManualClock, newTaskId, newVerificationHoldId } from '@dialproof/core';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SqlCreditLedger } from './ledger/sql-credit-ledger.js';
import { SqlTaskStore } from './tasks/sql-task-store.js';
import { enqueueTask, wholeRecord } from './tasks/task.fixture.js';
import { describeOnPostgres, PostgresSchema } from './test-databases.fixture.js';

const ADA = accountId('ada');

async function subject() {
  const test = await PostgresSchema.create();
  onTestFinished(() => test.remove());
  const { database } = test;
  return { ledger: new SqlCreditLedger({ database }), store: new SqlTaskStore({ database }) };
}

async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

describeOnPostgres('round trips to PostgreSQL', () => {
  it('are one for a block of rows', async () => {
    const { store } = await subject();
    const lease = await store.begin({ taskId: newTaskId(), accountId: ADA, leaseMs: 60_000, run: 1 });
    expect(await tripsOf(() => store.appendRows(lease, 0, Uint8Array.of(1)))).toBe(1);
  });

  it('are two for the claims of an account that waits alone', async () => {
    const { store } = await subject();
    await enqueueTask(store, { accountId: ADA, chunkCount: 9 });
    const claim = () => store.claim({ leaseMs: 60_000, limit: 4, taskId: null });
    expect(await tripsOf(claim)).toBe(2);
  });

  it('are three for records that are made at once', async () => {
    const { store } = await subject();
    await enqueueTask(store, { accountId: ADA, chunkCount: 9 });
    const { claims } = await store.claim({ leaseMs: 60_000, limit: 4, taskId: null });
    const record = () => Promise.all(claims.map(({ lease }) => store.record(lease, wholeRecord())));
    expect(await tripsOf(record)).toBe(3);
  });

  it('are two for a hold, and two for its settlement', async () => {
    const { ledger } = await subject();
    await ledger.grant(ADA, 5);
    const holdId = newVerificationHoldId(0);
    const hold = { holdId, accountId: ADA, credits: 5, expiresAfterMs: null };
    expect(await tripsOf(() => ledger.hold(hold))).toBe(2);
    expect(await tripsOf(() => ledger.settle({ holdId, accountId: ADA, credits: 3 }))).toBe(2);
    expect(await ledger.balance(ADA)).toEqual({ available: 2, held: 0 });
  });

  it('have no lock of an account before the row of a time that is stored, so that two writes cannot wait for each other', async () => {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const clock = new ManualClock();
    const store = new SqlTaskStore({ database: test.database, clock });
    await enqueueTask(store, { accountId: ADA, chunkCount: 2 });
    const { claims } = await store.claim({ leaseMs: 600_000, limit: 1, taskId: null });
    const [claim] = claims;
    if (claim === undefined) expect.unreachable();
    // The time is stored once a second.
    clock.advance(2_000);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => void query.mockRestore());
    await store.extendLease(claim.lease, 600_000);
    const sent = query.mock.calls.map(([asked]) => textOf(asked)).join(';');
    const [stored, locked] = [sent.indexOf('insert into'), sent.indexOf('for update')];
    expect(stored).toBeGreaterThan(-1);
    expect(locked).toBeGreaterThan(stored);
  });
});

function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
}
