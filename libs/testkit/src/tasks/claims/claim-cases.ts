import assert from 'node:assert/strict';
import { newTaskId } from '@dialproof/core';
import { sameBytes, sameJson } from '../../runner/expectations.js';
import { type DefineTimedCase, expectRetryAfter } from '../../runner/own-time.js';
import {
  beginDraft,
  claimNext,
  claimNothing,
  claimOf,
  enqueueTask,
  LEASE_MS,
  OWNER,
  ROWS_WITHOUT_NUMBER,
  sampleChunk,
  type TaskStoreSubject,
  taskOf,
} from '../subject/sample-task.js';

export function claimCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('claims the chunks of a task in their order, unchanged', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 12);
    for (let index = 0; index < 12; index += 1) {
      const claim = await claimOf(store, 'check');
      assert.deepEqual([claim.taskId, claim.accountId, claim.run], [taskId, OWNER, 1]);
      assert.deepEqual([claim.chunkIndex, claim.lease.taskId], [index, taskId]);
      assert.deepEqual([claim.lease.chunkIndex, claim.statuses, claim.probe], [index, null, null]);
      sameBytes(claim.chunk, sampleChunk(index));
    }
  });

  it('carries the facts for the work, and neither header nor file', async ({ store }) => {
    await enqueueTask(store, 1);
    const common = ['accountId', 'kind', 'lease', 'run', 'taskId'];
    const check = await claimOf(store, 'check');
    const ofCheck = [...common, 'chunk', 'chunkIndex', 'probe', 'revision', 'statuses'];
    assert.deepEqual(Object.keys(check).sort(), ofCheck.sort());
    await enqueueTask(store, 0);
    const finish = await claimOf(store, 'finish');
    assert.deepEqual(Object.keys(finish).sort(), [...common, 'failureReason', 'tries', 'verified'].sort());
    for (const { lease } of [check, finish]) {
      assert.deepEqual(Object.keys(lease).sort(), ['chunkIndex', 'taskId', 'token']);
    }
  });

  it('claims at most as many pieces of work as asked, of any kind', async ({ store }, time) => {
    await enqueueTask(store, 3);
    await beginDraft(store, { leaseMs: 1 });
    await enqueueTask(store, 0);
    await time.pass(1);
    const first = await claimNext(store, { limit: 3 });
    assert.deepEqual(first.claims.map(({ kind }) => kind).sort(), ['check', 'discard', 'finish']);
    expectRetryAfter(first, 0);
    const second = await claimNext(store, { limit: 10 });
    assert.deepEqual(
      second.claims.map((claim) => (claim.kind === 'check' ? claim.chunkIndex : claim.kind)),
      [1, 2],
    );
    expectRetryAfter(second, 0);
    await claimNothing(store, LEASE_MS);
  });

  it('claims only work of the named task, and has the next time for it', async ({ store }, time) => {
    const { taskId } = await enqueueTask(store, 2);
    await enqueueTask(store, 2);
    await beginDraft(store, { leaseMs: 1 });
    await time.pass(1);
    const { claims } = await claimNext(store, { limit: 9, taskId });
    assert.deepEqual(
      claims.map((claim) => [claim.taskId, claim.kind === 'check' && claim.chunkIndex]),
      [
        [taskId, 0],
        [taskId, 1],
      ],
    );
    await claimNothing(store, LEASE_MS, { taskId });
    await claimNothing(store, null, { taskId: newTaskId() });
    assert.equal((await claimNext(store, { limit: 9 })).claims.length, 3);
  });

  it('starts a task with its first claim', async ({ store }, time) => {
    const { taskId, createdAt } = await enqueueTask(store, 2);
    await time.pass(1_000);
    const startedAt = time.clock.now();
    await claimOf(store, 'check');
    const task = await taskOf(store, taskId);
    assert.equal(task.status, 'processing');
    assert.ok(Number.isSafeInteger(task.startedAt) && (task.startedAt ?? 0) >= createdAt);
    if (time.isOfClock) assert.equal(task.startedAt, startedAt);
    assert.deepEqual([task.processed, task.summary.unknown], [ROWS_WITHOUT_NUMBER, ROWS_WITHOUT_NUMBER]);
    assert.equal(task.checksFailed, 0);
    await time.pass(1_000);
    await claimOf(store, 'check');
    sameJson(await store.find(taskId), task);
  });

  it('starts no task before it was created, whatever the clock says', async ({ store }, time) => {
    const { taskId, createdAt } = await enqueueTask(store, 2);
    time.setClock(-3_600_000);
    await claimOf(store, 'check');
    const { startedAt } = await taskOf(store, taskId);
    assert.ok(startedAt !== null && startedAt >= createdAt, `started ${startedAt}, created ${createdAt}`);
  });
}
