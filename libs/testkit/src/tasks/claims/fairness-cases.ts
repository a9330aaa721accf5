import assert from 'node:assert/strict';
import { accountId, type TaskId, type TaskStore } from '@dialproof/core';
import type { DefineTimedCase } from '../../runner/own-time.js';
import { SeededRandom } from '../../runner/seeded-random.js';
import {
  beginDraft,
  claimNext,
  claimOf,
  enqueueTask,
  LEASE_MS,
  recorded,
  sampleRecord,
  type TaskStoreSubject,
} from '../subject/sample-task.js';
import { TurnsRun } from './turns-run.js';

const [ADA, BOB, EVE] = [accountId('ada'), accountId('bob'), accountId('eve')];

export function fairnessCases(it: DefineTimedCase<TaskStoreSubject>): void {
  for (const [clock, stepMs] of [
    ['goes forward', 1],
    ['stands still', 0],
    ['is set back', -1],
  ] as const) {
    it(`serves the tasks of an account in turn while the clock ${clock}`, async ({ store }, time) => {
      const tasks = [await enqueueTask(store, 9), await enqueueTask(store, 9), await enqueueTask(store, 9)];
      const served: TaskId[] = [];
      for (let step = 0; step < 27; step += 1) {
        served.push((await serveNext(store)).taskId);
        if (stepMs > 0) await time.pass(stepMs);
        else time.setClock(stepMs);
      }
      const round = served.slice(0, 3);
      assert.equal(new Set(round).size, tasks.length, 'a task was served twice before another one once');
      assert.deepEqual(served, Array(9).fill(round).flat());
    });
  }

  it('serves accounts in turn, however many tasks each has', async ({ store }) => {
    for (let tasks = 0; tasks < 20; tasks += 1) await enqueueTask(store, 2, { accountId: ADA });
    await enqueueTask(store, 6, { accountId: BOB });
    await enqueueTask(store, 6, { accountId: EVE });
    const served: string[] = [];
    for (let step = 0; step < 18; step += 1) served.push((await serveNext(store)).accountId);
    const round = served.slice(0, 3);
    assert.equal(new Set(round).size, 3, 'an account was served twice before another one once');
    assert.deepEqual(served, Array(6).fill(round).flat());
  });

  it('does not let an account wait for the finishes of another', async ({ store }) => {
    for (let tasks = 0; tasks < 5; tasks += 1) await enqueueTask(store, 0, { accountId: ADA });
    await enqueueTask(store, 2, { accountId: BOB });
    const { claims } = await claimNext(store, { limit: 4 });
    assert.equal(claims.filter((claim) => claim.accountId === BOB).length, 2);
  });

  it('keeps to the turns of accounts among abandoned drafts', async ({ store }, time) => {
    await enqueueTask(store, 6, { accountId: ADA });
    await enqueueTask(store, 6, { accountId: BOB });
    const served: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      await beginDraft(store, { accountId: ADA, leaseMs: 1 });
      await time.pass(1);
      const { lease } = await claimOf(store, 'discard', { leaseMs: 100 * LEASE_MS });
      await store.discard(lease);
      served.push((await serveNext(store)).accountId);
    }
    assert.deepEqual(served, Array(3).fill(served.slice(0, 2)).flat());
    assert.equal(new Set(served).size, 2);
  });

  it('passes over the accounts of which the caller has enough', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2, { accountId: ADA });
    await enqueueTask(store, 0, { accountId: ADA });
    await enqueueTask(store, 1, { accountId: BOB });
    const { claims } = await claimNext(store, { limit: 9, except: [EVE, ADA] });
    assert.deepEqual(
      claims.map(({ accountId, kind }) => [accountId, kind]),
      [[BOB, 'check']],
    );
    const more = await claimNext(store, { limit: 9, except: [ADA] });
    assert.deepEqual(more.claims, []);
    assert.notEqual(more.retryAfterMs, 0, 'the caller would ask again at once');
    assert.equal((await claimNext(store, { taskId, except: [ADA] })).claims.length, 1);
    assert.equal((await claimNext(store, { limit: 9 })).claims.length, 2);
  });

  for (const [seed, limit] of [
    [1, 1],
    [2, 5],
  ] as const) {
    it(`serves nobody twice while another waits, ${limit} at a time (seed ${seed})`, async ({
      store,
    }, time) => {
      const run = new TurnsRun(store, time, new SeededRandom(seed));
      for (let step = 0; step < 150; step += 1) await run.step(limit);
    });
  }
}

/** Claims a chunk, records it and returns its account. */
async function serveNext(store: TaskStore) {
  const claim = await claimOf(store, 'check');
  await recorded(store, claim.lease, sampleRecord({ revision: claim.revision }));
  return claim;
}
