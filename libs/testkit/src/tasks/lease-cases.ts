import assert from 'node:assert/strict';
import type { DefineCase } from '../runner/test-runner.js';
import {
  beginDraft,
  claimAt,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  NOW,
  recordAll,
  sampleEnding,
  sampleResult,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

export function leaseCases(it: DefineCase<TaskStoreSubject>): void {
  it('claims a chunk again when its lease has ended, not before', async ({ store }) => {
    await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await claimNothing(store, NOW + LEASE_MS - 1, NOW + LEASE_MS);
    assert.equal((await claimOf(store, 'check', NOW + LEASE_MS)).chunkIndex, 0);
    await claimNothing(store, NOW + LEASE_MS, NOW + 2 * LEASE_MS);
  });

  it('claims chunks whose leases have ended before those behind them', async ({ store }) => {
    await enqueueTask(store, 4);
    for (let claimed = 0; claimed < 3; claimed += 1) await claimOf(store, 'check');
    for (const expected of [0, 1, 2, 3]) {
      assert.equal((await claimOf(store, 'check', NOW + LEASE_MS)).chunkIndex, expected);
    }
  });

  it('keeps a chunk claimed whose lease is extended', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    assert.equal(await store.extendLease({ taskId, chunkIndex: 0 }, NOW + 2 * LEASE_MS), true);
    assert.equal((await claimOf(store, 'check', NOW + LEASE_MS)).chunkIndex, 1);
    await claimNothing(store, NOW + LEASE_MS, NOW + 2 * LEASE_MS);
    await claimNothing(store, NOW + 2 * LEASE_MS - 1, NOW + 2 * LEASE_MS);
    assert.equal((await claimOf(store, 'check', NOW + 2 * LEASE_MS)).chunkIndex, 0);
  });

  it('keeps a finish claimed whose lease is extended', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 0);
    await claimOf(store, 'finish');
    assert.equal(await store.extendLease({ taskId, chunkIndex: null }, NOW + 2 * LEASE_MS), true);
    await claimNothing(store, NOW + LEASE_MS, NOW + 2 * LEASE_MS);
    await claimOf(store, 'finish', NOW + 2 * LEASE_MS);
  });

  it('extends no lease of a recorded chunk', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await store.record(taskId, 0, sampleResult());
    assert.equal(await store.extendLease({ taskId, chunkIndex: 0 }, NOW + LEASE_MS), false);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 1);
  });

  it('extends no lease of a task that has ended', async ({ store }) => {
    const finished = await finishedTask(store);
    const failed = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await store.fail(failed.taskId, 'checker_unavailable');
    await claimOf(store, 'finish');
    await store.finish(
      failed.taskId,
      sampleEnding({ status: 'failed', failureReason: 'checker_unavailable' }),
    );
    for (const { taskId } of [finished, failed]) {
      assert.equal(await store.extendLease({ taskId, chunkIndex: null }, NOW + LEASE_MS), false);
      assert.equal(await store.extendLease({ taskId, chunkIndex: 0 }, NOW + LEASE_MS), false);
    }
  });

  it('extends no lease that was given back', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: NOW, outageSince: null });
    assert.equal(await store.extendLease({ taskId, chunkIndex: 0 }, NOW + LEASE_MS), false);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 0);
  });

  it('ends every lease, of chunks, finishes and drafts, when it is told to', async ({ store }) => {
    const ending = await enqueueTask(store, 1);
    await recordAll(store, ending.taskId, 1);
    await claimOf(store, 'finish');
    const running = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    const draft = await beginDraft(store);
    await claimNothing(store, NOW, NOW + LEASE_MS);

    await store.endLeases();
    const claims = new Set<string>();
    for (let claimed = 0; claimed < 4; claimed += 1) {
      const { claim } = await claimAt(store, NOW);
      assert.ok(claim !== null, `only ${claimed} things could be claimed`);
      if (claim.kind === 'check') claims.add(`check ${claim.task.taskId} ${claim.chunkIndex}`);
      else claims.add(`${claim.kind} ${claim.kind === 'discard' ? claim.taskId : claim.task.taskId}`);
    }
    assert.deepEqual(
      [...claims].sort(),
      [
        `check ${running.taskId} 0`,
        `check ${running.taskId} 1`,
        `discard ${draft.taskId}`,
        `finish ${ending.taskId}`,
      ].sort(),
    );
    await claimNothing(store, NOW, NOW + LEASE_MS);
  });
}
