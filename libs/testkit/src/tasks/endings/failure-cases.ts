import assert from 'node:assert/strict';
import { newTaskId } from '@dialproof/core';
import { sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  beginDraft,
  cancelledTask,
  claimNext,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  MARGIN_MS,
  partialRecord,
  ROWS_WITHOUT_NUMBER,
  readyTask,
  recordAll,
  recorded,
  sampleRecord,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

export function failureCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('offers the finish of a failing task, with its verified numbers', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 4);
    await recordAll(store, taskId, 1);
    await store.fail(taskId, 'cancelled');
    await store.fail(taskId, 'checker_unavailable');
    const { verified, failureReason } = await claimOf(store, 'finish');
    assert.deepEqual([verified, failureReason], [2, 'cancelled']);
    const task = await taskOf(store, taskId);
    assert.deepEqual([task.status, task.failureReason, task.finishedAt], ['processing', null, null]);
  });

  it('waits for the leases of a failing task', async ({ store }, time) => {
    const { taskId } = await enqueueTask(store, 4);
    await claimNext(store, { limit: 1 });
    await time.pass(MARGIN_MS);
    const { lease } = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    assert.equal(await store.extendLease(lease, 9 * LEASE_MS), false);
    // Nothing can be claimed until the last lease ends.
    await claimNothing(store, LEASE_MS);
    await time.pass(LEASE_MS - MARGIN_MS);
    await claimNothing(store, MARGIN_MS);
    await time.pass(MARGIN_MS);
    await claimOf(store, 'finish');
  });

  it('takes late answers of a failing task, and reports that it ends', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    const first = await claimOf(store, 'check');
    const second = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    const partial = await recorded(store, first.lease, partialRecord({ revision: first.revision }));
    assert.deepEqual([partial.isEnding, partial.finish], [true, null]);
    const whole = await recorded(store, second.lease, sampleRecord({ revision: second.revision }));
    assert.deepEqual([whole.isEnding, whole.finish], [true, null]);
    assert.equal((await taskOf(store, taskId)).processed, ROWS_WITHOUT_NUMBER + 4);
    const last = await recorded(store, first.lease, sampleRecord({ revision: partial.revision }));
    assert.deepEqual([last.finish?.failureReason, last.finish?.verified], ['cancelled', 5]);
  });

  it('offers the finish of a failing task when its last chunk is given back', async (subject) => {
    const { store } = subject;
    const { taskId } = await enqueueTask(store, 3);
    const first = await claimOf(store, 'check');
    const second = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    await store.giveBack(first.lease, 9 * LEASE_MS);
    await claimNothing(store, LEASE_MS);
    await store.giveBack(second.lease, 9 * LEASE_MS);
    assert.equal((await claimOf(store, 'finish')).failureReason, 'cancelled');
  });

  it('fails a task that has only its finish left, unless that is claimed', async ({ store }) => {
    const { taskId: unclaimed } = await enqueueTask(store, 0);
    await store.fail(unclaimed, 'cancelled');
    assert.equal((await claimOf(store, 'finish')).failureReason, 'cancelled');
    const { taskId, lease } = await readyTask(store, 1);
    await store.fail(taskId, 'cancelled');
    assert.equal(await store.extendLease(lease, LEASE_MS), true);
    await store.giveBack(lease, 0);
    await store.fail(taskId, 'cancelled');
    assert.equal((await claimOf(store, 'finish')).failureReason, null);
  });

  it('does nothing when an unknown or ended task is to fail', async ({ store }) => {
    const done = await finishedTask(store);
    const cancelled = await cancelledTask(store, 1);
    const draft = await beginDraft(store);
    for (const { taskId } of [done, cancelled, draft]) await store.fail(taskId, 'checker_unavailable');
    await store.fail(newTaskId(), 'cancelled');
    sameJson(await taskOf(store, done.taskId), done);
    sameJson(await taskOf(store, cancelled.taskId), cancelled);
    await claimNothing(store, LEASE_MS);
  });
}
