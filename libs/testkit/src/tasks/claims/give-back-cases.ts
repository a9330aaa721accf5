import assert from 'node:assert/strict';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  claimNothing,
  claimOf,
  enqueueTask,
  MARGIN_MS,
  readyTask,
  type TaskStoreSubject,
} from '../subject/sample-task.js';

const PAUSE_MS = 30_000;

export function giveBackCases(it: DefineTimedCase<TaskStoreSubject>): void {
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
}
