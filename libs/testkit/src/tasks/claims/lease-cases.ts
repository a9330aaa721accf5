import assert from 'node:assert/strict';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  beginDraft,
  claimNext,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  MARGIN_MS,
  sampleEnding,
  type TaskStoreSubject,
} from '../subject/sample-task.js';

const HOUR_MS = 3_600_000;

export function leaseCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('gives every lease a token of its own', async ({ store }, time) => {
    const tokens = new Set<string>();
    const { taskId } = await finishedTask(store);
    const retry = await store.beginRetry(taskId, 20 * LEASE_MS);
    assert.ok(retry !== undefined);
    tokens.add(retry.lease.token).add((await beginDraft(store)).token);
    await enqueueTask(store, 2);
    for (let round = 0; round < 3; round += 1) {
      const { claims } = await claimNext(store, { limit: 9 });
      for (const { lease } of claims) tokens.add(lease.token);
      await time.pass(LEASE_MS);
    }
    // Each round claims two chunks, and from the second on also the draft.
    assert.equal(tokens.size, 2 + 6 + 2);
  });

  it('claims a chunk again when its lease has ended, not before', async ({ store }, time) => {
    await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await time.pass(LEASE_MS - MARGIN_MS);
    await claimNothing(store, MARGIN_MS);
    await time.pass(MARGIN_MS);
    assert.equal((await claimOf(store, 'check')).chunkIndex, 0);
    await claimNothing(store, LEASE_MS);
  });

  for (const [kind, chunkCount] of [
    ['check', 1],
    ['finish', 0],
  ] as const) {
    it(`extends the lease of a ${kind} that has ended, unless others were given one`, async (subject, time) => {
      const { store } = subject;
      await enqueueTask(store, chunkCount);
      const { lease } = await claimOf(store, kind);
      await time.pass(LEASE_MS - MARGIN_MS);
      assert.equal(await store.extendLease(lease, LEASE_MS), true);
      await time.pass(LEASE_MS - MARGIN_MS);
      await claimNothing(store, MARGIN_MS);
      assert.equal(await store.extendLease(lease, 2 * MARGIN_MS), true);
      await claimNothing(store, 2 * MARGIN_MS);
      await time.pass(2 * LEASE_MS);
      assert.equal(await store.extendLease(lease, LEASE_MS), true);
      await claimNothing(store, LEASE_MS);
      await time.pass(LEASE_MS);
      await claimOf(store, kind);
      assert.equal(await store.extendLease(lease, 9 * LEASE_MS), false);
      await claimNothing(store, LEASE_MS);
    });
  }
  it('extends no lease of a task that has ended', async ({ store }, time) => {
    const { taskId } = await enqueueTask(store, 1);
    const check = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    await time.pass(LEASE_MS);
    const finish = await claimOf(store, 'finish');
    await store.finish(finish.lease, sampleEnding({ status: 'failed', failureReason: 'cancelled' }));
    for (const { lease } of [check, finish]) assert.equal(await store.extendLease(lease, LEASE_MS), false);
    await claimNothing(store, null);
  });

  it("extends nothing under the token of another's lease", async ({ store }) => {
    await enqueueTask(store, 2);
    const first = await claimOf(store, 'check');
    const second = await claimOf(store, 'check');
    const mixed = { ...first.lease, token: second.lease.token };
    assert.equal(await store.extendLease(mixed, 9 * LEASE_MS), false);
    await store.giveBack(mixed, 0);
    await claimNothing(store, LEASE_MS);
  });

  for (const [direction, ms] of [
    ['ahead', HOUR_MS],
    ['back', -HOUR_MS],
  ] as const) {
    it(`measures leases and pauses alike when the clock is set ${direction}`, async ({ store }, time) => {
      await enqueueTask(store, 2);
      const { lease } = await claimOf(store, 'check');
      await claimOf(store, 'check');
      await store.giveBack(lease, 2 * LEASE_MS);
      const draft = await beginDraft(store, { leaseMs: 3 * LEASE_MS });
      time.setClock(ms);
      await claimNothing(store, LEASE_MS);
      await time.pass(LEASE_MS);
      assert.equal((await claimOf(store, 'check', { leaseMs: 9 * LEASE_MS })).chunkIndex, 1);
      await claimNothing(store, LEASE_MS);
      await time.pass(LEASE_MS);
      assert.equal((await claimOf(store, 'check', { leaseMs: 9 * LEASE_MS })).chunkIndex, 0);
      await claimNothing(store, LEASE_MS);
      await time.pass(LEASE_MS);
      assert.equal((await claimOf(store, 'discard')).taskId, draft.taskId);
    });
  }
}
