import assert from 'node:assert/strict';
import { rejectsWithCode, sameBytes, sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import {
  beginRetry,
  cancelledTask,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  REOPENED,
  readyTask,
  recorded,
  sampleEnding,
  sampleRecord,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

/** The result of the repeated check. */
const MENDED = {
  statuses: Uint8Array.of(0, 2, 1),
  rows: { wa_registered: 0, telegram_registered: 1, dead: 0, inactive: 0, unknown: 0 },
  sources: { infobip: 1 },
  checksFailed: 0,
  verified: 1,
};

export function retryCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('begins a retry of a task that has ended, which looks as before', async ({ store }) => {
    for (const task of [await finishedTask(store), await cancelledTask(store, 2)]) {
      const { lease, run } = await beginRetry(store, task.taskId);
      assert.deepEqual([lease.taskId, lease.chunkIndex, run], [task.taskId, null, 2]);
      sameJson(await taskOf(store, task.taskId), task);
    }
    await claimNothing(store, LEASE_MS);
  });

  it('begins no retry of a task that has not ended, or whose retry was begun', async ({ store }) => {
    const { taskId: queued } = await enqueueTask(store, 1);
    const { taskId: ready } = await readyTask(store, 1);
    const { taskId: retried } = await finishedTask(store);
    const begun = await Promise.all([1, 2, 3].map(() => store.beginRetry(retried, LEASE_MS)));
    assert.equal(begun.filter((retry) => retry !== undefined).length, 1);
    for (const taskId of [queued, ready, retried]) {
      assert.equal(await store.beginRetry(taskId, LEASE_MS), undefined);
    }
  });

  it('makes a task queued again whose retry is resumed, as a whole', async ({ store }, time) => {
    const done = await finishedTask(store);
    await time.pass(LEASE_MS);
    const { lease } = await beginRetry(store, done.taskId);
    const resumed = await store.resume(lease, REOPENED);
    sameJson(resumed, {
      ...done,
      status: 'queued',
      processed: done.processed - 1,
      summary: { ...done.summary, unknown: done.summary.unknown - 1 },
      checksFailed: 0,
      finishedAt: null,
      credits: { held: 1, charged: 2 },
    });
    sameJson(await taskOf(store, done.taskId), resumed);
    sameBytes((await store.statuses(done.taskId))[0], Uint8Array.of(0, 2, 254));
  });

  it('claims reopened and unchecked chunks, and no others', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 4);
    for (let index = 0; index < 2; index += 1) {
      const { lease, revision } = await claimOf(store, 'check');
      await recorded(store, lease, sampleRecord({ revision }));
    }
    await store.fail(taskId, 'cancelled');
    const finish = await claimOf(store, 'finish');
    await store.finish(finish.lease, sampleEnding({ status: 'failed', failureReason: 'cancelled' }));
    const { lease } = await beginRetry(store, taskId);
    const statuses = Uint8Array.of(0, 2, 254);
    const resumed = await store.resume(lease, { heldCredits: 7, reopened: [{ chunkIndex: 1, statuses }] });
    assert.deepEqual([resumed.status, resumed.failureReason], ['queued', null]);
    for (const [index, expected] of [
      [1, statuses],
      [2, null],
      [3, null],
    ] as const) {
      const claim = await claimOf(store, 'check');
      assert.deepEqual([claim.chunkIndex, claim.run], [index, 2]);
      if (expected === null) assert.equal(claim.statuses, null);
      else sameBytes(claim.statuses ?? undefined, expected);
    }
    await claimNothing(store, LEASE_MS);
  });

  it('settles each run by itself and adds up the charges', async ({ store }, time) => {
    const done = await finishedTask(store);
    await time.pass(LEASE_MS);
    const retry = await beginRetry(store, done.taskId);
    await store.resume(retry.lease, REOPENED);
    const { lease, revision } = await claimOf(store, 'check');
    const { finish } = await recorded(store, lease, sampleRecord({ revision, ...MENDED }));
    assert.ok(finish !== null);
    assert.deepEqual([finish.run, finish.verified, finish.tries], [retry.run, 1, 0]);
    await store.finish(finish.lease, sampleEnding({ charged: 1 }));
    const again = await taskOf(store, done.taskId);
    sameJson(again, {
      ...done,
      summary: { ...done.summary, telegram_registered: 1, unknown: done.summary.unknown - 1 },
      sources: { ...done.sources, infobip: 1 },
      checksFailed: 0,
      finishedAt: again.finishedAt,
      credits: { held: 0, charged: 3 },
    });
    if (time.isOfClock) assert.equal(again.finishedAt, time.clock.now());
    const third = await beginRetry(store, done.taskId);
    assert.equal(new Set([1, retry.run, third.run]).size, 3);
  });

  it('leaves a later retry begun when the one before is resumed again', async ({ store }) => {
    const { taskId } = await finishedTask(store);
    const first = await beginRetry(store, taskId);
    await store.resume(first.lease, { heldCredits: 0, reopened: [] });
    const { lease } = await claimOf(store, 'finish');
    await store.finish(lease, sampleEnding({ charged: 0 }));
    const later = await beginRetry(store, taskId);
    assert.equal((await store.resume(first.lease, REOPENED)).status, 'done');
    await claimNothing(store, LEASE_MS);
    await store.discard(later.lease);
    await claimNothing(store, null);
    assert.notEqual(await store.beginRetry(taskId, LEASE_MS), undefined);
  });

  it('leaves a task unchanged whose retry is discarded, and gives the next retry another run', async ({
    store,
  }) => {
    const done = await finishedTask(store);
    const first = await beginRetry(store, done.taskId);
    await store.discard(first.lease);
    await store.discard(first.lease);
    sameJson(await taskOf(store, done.taskId), done);
    await claimNothing(store, null);
    await rejectsWithCode(store.resume(first.lease, REOPENED), 'task_not_found');
    const second = await beginRetry(store, done.taskId);
    assert.equal(new Set([1, first.run, second.run]).size, 3);
    await store.discard(first.lease);
    await store.resume(second.lease, REOPENED);
    assert.equal((await claimOf(store, 'check')).run, second.run);
  });

  it('resumes a retry whose time has passed, unless it is claimed', async ({ store }, time) => {
    const { taskId } = await finishedTask(store);
    const { lease } = await beginRetry(store, taskId);
    await time.pass(2 * LEASE_MS);
    await store.resume(lease, REOPENED);
    await claimOf(store, 'check');
  });

  it('counts the answers of a late worker of the run before in the present run', async ({ store }, time) => {
    const { taskId } = await enqueueTask(store, 1);
    const late = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    await time.pass(LEASE_MS);
    const { lease } = await claimOf(store, 'finish');
    await store.finish(lease, sampleEnding({ status: 'failed', failureReason: 'cancelled', charged: 0 }));
    const answer = await store.record(late.lease, sampleRecord({ revision: late.revision }));
    assert.equal(answer.outcome, 'closed');
    const retry = await beginRetry(store, taskId);
    await store.resume(retry.lease, { heldCredits: 3, reopened: [] });
    assert.equal(await store.extendLease(late.lease, LEASE_MS), false);
    await store.giveBack(late.lease, LEASE_MS);
    const { finish } = await recorded(store, late.lease, sampleRecord({ revision: late.revision }));
    assert.deepEqual([finish?.run, finish?.verified], [retry.run, 2]);
    const task = await taskOf(store, taskId);
    assert.deepEqual([task.status, task.processed], ['processing', task.total]);
  });

  it('changes nothing by answers from before a chunk was reopened', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    const { lease, revision } = await claimOf(store, 'check');
    const first = await recorded(store, lease, sampleRecord({ revision }));
    assert.ok(first.finish !== null);
    await store.finish(first.finish.lease, sampleEnding());
    const retry = await beginRetry(store, taskId);
    await store.resume(retry.lease, REOPENED);
    for (const stale of [revision, first.revision]) {
      const answer = await store.record(lease, sampleRecord({ revision: stale }));
      assert.ok(answer.outcome === 'outdated', `it was ${answer.outcome}`);
      sameBytes(answer.statuses, Uint8Array.of(0, 2, 254));
    }
  });
}
