import assert from 'node:assert/strict';
import { newTaskId } from '@dialproof/core';
import { byManyCallers, rejectsWithCode, sameJson } from '../runner/expectations.js';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import {
  beginDraft,
  beginRetry,
  cancelledTask,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  OWNER,
  REOPENED,
  readyTask,
  sampleContents,
  sampleRecord,
  taskOf,
} from '../tasks/subject/sample-task.js';
import type { TaskArchiveSubject } from './list-cases.js';

const DAY_MS = 86_400_000;

export function removalCases(it: DefineTimedCase<TaskArchiveSubject>): void {
  it('removes a task that has ended, with all of its data', async ({ archive, store }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    const { taskId } = await store.enqueue(draft, sampleContents(1));
    const check = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    await store.giveBack(check.lease, 0);
    const finish = await claimOf(store, 'finish');
    await store.finish(finish.lease, { status: 'failed', failureReason: 'cancelled', charged: 0 });

    assert.deepEqual([await archive.remove(taskId), await store.find(taskId)], [true, undefined]);
    assert.equal(await store.rowBlock(taskId, 0), undefined);
    assert.deepEqual(await store.statuses(taskId), []);
    assert.equal(await archive.numbers(taskId, 0), undefined);
    const request = { accountId: OWNER, status: null, fileName: null, limit: 9, cursor: null };
    sameJson(await archive.list(request), { tasks: [], nextCursor: null });
    await claimNothing(store, null);
    await rejectsWithCode(store.beginRetry(taskId, LEASE_MS), 'task_not_found');
    assert.equal((await store.record(check.lease, sampleRecord())).outcome, 'closed');
    assert.equal(await archive.remove(taskId), false);
  });

  it('removes neither an unfinished task nor an unknown one', async ({ archive, store }) => {
    const queued = await enqueueTask(store, 1);
    const { taskId: processing } = await readyTask(store, 1);
    const draft = await beginDraft(store);
    const { taskId: failing } = await enqueueTask(store, 1);
    await store.fail(failing, 'cancelled');
    for (const taskId of [queued.taskId, processing, draft.taskId, failing, newTaskId()]) {
      assert.equal(await archive.remove(taskId), false);
    }
    sameJson(await taskOf(store, queued.taskId), queued);
    await store.enqueue(draft, sampleContents(1));
  });

  it('removes no task whose retry was begun, until that is discarded', async ({ archive, store }, time) => {
    const { taskId } = await finishedTask(store);
    const { lease } = await beginRetry(store, taskId);
    await time.pass(DAY_MS);
    assert.equal(await archive.remove(taskId), false);
    assert.equal(await archive.expire({ endedBeforeMs: 0, limit: 9 }), 0);
    await store.discard(lease);
    const retry = await beginRetry(store, taskId);
    await store.resume(retry.lease, REOPENED);
    assert.deepEqual([await archive.remove(taskId), (await taskOf(store, taskId)).status], [false, 'queued']);
    const { taskId: given } = await finishedTask(store);
    await store.discard((await beginRetry(store, given)).lease);
    assert.equal(await archive.remove(given), true);
  });

  it('removes a task once in concurrent calls', async ({ archive, store }) => {
    const { taskId } = await finishedTask(store);
    const removed = await byManyCallers(() => archive.remove(taskId));
    assert.equal(removed.filter(Boolean).length, 1);
  });

  it('expires tasks that ended before that time, and no others', async ({ archive, store }, time) => {
    const old = [await finishedTask(store), await cancelledTask(store, 1)];
    const { taskId: running } = await enqueueTask(store, 1);
    await beginDraft(store, { leaseMs: 100 * DAY_MS });
    await time.pass(DAY_MS);
    const { taskId: young } = await finishedTask(store);
    await time.pass(DAY_MS - 2 * DRIFT_MS);
    const expiry = { endedBeforeMs: 2 * DAY_MS, limit: 9 };
    assert.equal(await archive.expire(expiry), 0);
    await time.pass(2 * DRIFT_MS);
    assert.deepEqual([await archive.expire(expiry), await archive.expire(expiry)], [2, 0]);
    for (const { taskId } of old) assert.equal(await store.find(taskId), undefined);
    for (const taskId of [running, young]) await taskOf(store, taskId);
  });

  it('expires at most as many as asked, in the order of their ends', async ({ archive, store }, time) => {
    const made: string[] = [];
    for (let tasks = 0; tasks < 5; tasks += 1) {
      made.push((await finishedTask(store)).taskId);
      await time.pass(1_000);
    }
    assert.equal(await archive.expire({ endedBeforeMs: 0, limit: 2 }), 2);
    const left = await archive.list({
      accountId: OWNER,
      status: null,
      fileName: null,
      limit: 9,
      cursor: null,
    });
    assert.deepEqual(left.tasks.map(({ taskId }) => taskId).sort(), made.slice(2).sort());
    assert.equal(await archive.expire({ endedBeforeMs: 0, limit: 9 }), 3);
  });
}
