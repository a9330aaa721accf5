import assert from 'node:assert/strict';
import { sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  claimNothing,
  claimOf,
  enqueueTask,
  LEASE_MS,
  MARGIN_MS,
  readyTask,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

const PAUSE_MS = 30_000;

export function giveBackCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('lets others claim a chunk at once that is given back', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    const { lease } = await claimOf(store, 'check');
    await claimOf(store, 'check');
    const task = await taskOf(store, taskId);
    await store.giveBack(lease, 0);
    assert.equal(await store.extendLease(lease, LEASE_MS), false);
    sameJson(await taskOf(store, taskId), task);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 0);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 2);
    await claimNothing(store, LEASE_MS);
  });

  it('claims a chunk not before its pause is over, and the others meanwhile', async ({ store }, time) => {
    await enqueueTask(store, 2);
    const { lease } = await claimOf(store, 'check');
    await store.giveBack(lease, PAUSE_MS);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 1);
    await claimNothing(store, PAUSE_MS);
    await time.pass(PAUSE_MS - MARGIN_MS);
    await claimNothing(store, MARGIN_MS);
    await time.pass(MARGIN_MS);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 0);
  });

  it('lets others claim a finish when its pause is over, and counts how often', async ({ store }, time) => {
    const ready = await readyTask(store, 1);
    let { lease } = ready;
    for (const expected of [1, 2, 3]) {
      await store.giveBack(lease, PAUSE_MS);
      await claimNothing(store, PAUSE_MS);
      await time.pass(PAUSE_MS);
      const claim = await claimOf(store, 'finish');
      assert.deepEqual([claim.tries, claim.verified], [expected, 2]);
      lease = claim.lease;
    }
  });

  it('frees nothing that belongs to another worker by now', async ({ store }, time) => {
    await enqueueTask(store, 1);
    const chunk = await claimOf(store, 'check');
    await time.pass(LEASE_MS);
    await claimOf(store, 'check');
    await store.giveBack(chunk.lease, 0);
    await claimNothing(store, LEASE_MS);

    await enqueueTask(store, 0);
    const finish = await claimOf(store, 'finish');
    await time.pass(LEASE_MS);
    const { taskId } = finish;
    await claimOf(store, 'finish', { taskId });
    await store.giveBack(finish.lease, 0);
    await claimNothing(store, LEASE_MS, { taskId });
  });
}
