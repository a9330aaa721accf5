import { accountId, type Claim, type Task } from '@dialproof/core';
import { expect, it, onTestFinished } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../test-databases.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { enqueueTask, wholeRecord } from './task.fixture.js';

async function subjectOf(create: () => Promise<TestDatabase>) {
  const test = await create();
  onTestFinished(() => test.remove());
  const store = new SqlTaskStore({ database: test.database });
  const enqueue = (account: string, chunkCount: number) =>
    enqueueTask(store, { accountId: accountId(account), chunkCount });
  return {
    store,
    /** Queues tasks of one account. */
    enqueueAll: async (account: string, ...chunkCounts: readonly number[]) => {
      const tasks: Task[] = [];
      for (const chunkCount of chunkCounts) tasks.push(await enqueue(account, chunkCount));
      return tasks;
    },
    claim: async (limit: number) => (await store.claim({ leaseMs: 60_000, limit, taskId: null })).claims,
  };
}

/** Each claim as `task chunk`, with the task's index in `tasks`. */
function chunksOf(claims: readonly Claim[], tasks: readonly Task[]): string[] {
  return claims.map(
    (claim) =>
      `${tasks.findIndex(({ taskId }) => taskId === claim.taskId)} ${claim.kind === 'check' ? claim.chunkIndex : claim.kind}`,
  );
}

describeOnEachDatabase('chunks that are claimed together', (create) => {
  const subject = () => subjectOf(create);

  it('are those of each task of the account in turn, whatever each has', async () => {
    const { claim, enqueueAll } = await subject();
    const tasks = await enqueueAll('ada', 9, 1, 3);
    expect(chunksOf(await claim(5), tasks)).toEqual(['0 0', '1 0', '2 0', '0 1', '2 1']);
    expect(chunksOf(await claim(3), tasks)).toEqual(['0 2', '2 2', '0 3']);
    expect(chunksOf(await claim(9), tasks)).toEqual(['0 4', '0 5', '0 6', '0 7', '0 8']);
    expect(await claim(1)).toEqual([]);
  });

  it('are those of each account in turn while another one waits', async () => {
    const { claim, enqueueAll } = await subject();
    const tasks = [...(await enqueueAll('ada', 5)), ...(await enqueueAll('bob', 2))];
    const claims: Claim[] = [];
    for (let asked = 0; asked < 10 && claims.length < 7; asked += 1) claims.push(...(await claim(4)));
    expect(chunksOf(claims, tasks)).toEqual(['0 0', '1 0', '0 1', '1 1', '0 2', '0 3', '0 4']);
  });

  it('leave the task its turn that is to be finished', async () => {
    const { claim, enqueueAll } = await subject();
    const tasks = await enqueueAll('ada', 3, 0, 3);
    const claims: Claim[] = [];
    for (let asked = 0; asked < 10 && claims.length < 4; asked += 1) claims.push(...(await claim(4)));
    expect(chunksOf(claims, tasks)).toEqual(['0 0', '1 finish', '2 0', '0 1']);
  });

  it('say when there may be more: at once where more is ready, else when the first lease ends', async () => {
    const { enqueueAll, store } = await subject();
    await enqueueAll('ada', 3);
    const two = await store.claim({ leaseMs: 60_000, limit: 2, taskId: null });
    expect(two).toMatchObject({ retryAfterMs: 0, outage: null });
    const one = await store.claim({ leaseMs: 90_000, limit: 2, taskId: null });
    const last = await store.claim({ leaseMs: 90_000, limit: 2, taskId: null });
    expect([two, one, last].map(({ claims }) => claims.length)).toEqual([2, 1, 0]);
    expect(last.retryAfterMs).toBeGreaterThan(0);
    expect(last.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('have a lease each: one is given back, another is recorded, the others stay', async () => {
    const { claim, enqueueAll, store } = await subject();
    const tasks = await enqueueAll('ada', 4);
    const claims = (await claim(4)).filter(({ kind }) => kind === 'check');
    expect(new Set(claims.map(({ lease }) => lease.token)).size).toBe(4);
    const [given, recorded, kept] = claims;
    if (given === undefined || recorded === undefined || kept === undefined)
      throw new Error('too few chunks');
    await store.giveBack(given.lease, 0);
    expect(await store.record(recorded.lease, wholeRecord())).toMatchObject({ outcome: 'recorded' });
    expect(await store.extendLease({ ...kept.lease, token: given.lease.token }, 1_000)).toBe(false);
    expect(await store.extendLease(kept.lease, 60_000)).toBe(true);
    expect(chunksOf(await claim(4), tasks)).toEqual(['0 0']);
  });
});
