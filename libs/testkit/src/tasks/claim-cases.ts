import assert from 'node:assert/strict';
import { sameBytes, sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  CREATED,
  claimAt,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  NOW,
  ROWS_WITHOUT_NUMBER,
  recordAll,
  sampleChunk,
  sampleResult,
  taskOf,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

export function claimCases(it: DefineCase<TaskStoreSubject>): void {
  it('claims the chunks of a task in their order, as they were stored', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 12);
    for (let index = 0; index < 12; index += 1) {
      const claim = await claimOf(store, 'check');
      assert.equal(claim.task.taskId, taskId);
      assert.equal(claim.chunkIndex, index);
      assert.equal(claim.outageSince, null);
      sameBytes(claim.chunk, sampleChunk(index));
    }
  });

  it('starts a task with its first claim', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    const { task } = await claimOf(store, 'check', NOW);
    assert.equal(task.status, 'processing');
    assert.equal(task.startedAt, NOW);
    assert.equal(task.processed, ROWS_WITHOUT_NUMBER);
    assert.equal(task.summary.unknown, ROWS_WITHOUT_NUMBER);
    sameJson(await store.find(taskId), task);
    sameJson((await claimOf(store, 'check', NOW + 5)).task, task);
  });

  it('starts no task before it was created, whatever the clock says', async ({ store }) => {
    await enqueueTask(store, 2, { leaseUntil: CREATED + LEASE_MS });
    const { task } = await claimOf(store, 'check', CREATED - 3_600_000);
    assert.equal(task.startedAt, CREATED);
  });

  it('gives concurrent claims different chunks', async ({ store }) => {
    await enqueueTask(store, 5);
    await enqueueTask(store, 4);
    const answers = await Promise.all(Array.from({ length: 14 }, () => claimAt(store, NOW)));
    const claimed = answers.flatMap(({ claim }) =>
      claim?.kind === 'check' ? [`${claim.task.taskId}/${claim.chunkIndex}`] : [],
    );
    assert.equal(claimed.length, 9);
    assert.equal(new Set(claimed).size, 9);
    await claimNothing(store, NOW, NOW + LEASE_MS);
  });

  it('offers the finish when every chunk is recorded, not before', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    await store.record(taskId, 1, sampleResult());
    await claimNothing(store, NOW, NOW + LEASE_MS);
    await store.record(taskId, 0, sampleResult({ verified: 3 }));
    const claim = await claimOf(store, 'finish');
    assert.equal(claim.verified, 5);
    assert.equal(claim.failureReason, null);
    assert.equal(claim.task.status, 'processing');
    sameJson(await taskOf(store, taskId), claim.task);
  });

  it('offers the finish of a task without chunks at once, started', async ({ store }) => {
    await enqueueTask(store, 0);
    const { task, verified } = await claimOf(store, 'finish');
    assert.equal(verified, 0);
    assert.equal(task.status, 'processing');
    assert.equal(task.startedAt, NOW);
    assert.equal(task.processed, task.total);
    assert.equal(task.summary.unknown, ROWS_WITHOUT_NUMBER);
  });

  it('gives the finish to one at a time, and again when that lease ends', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    await recordAll(store, taskId, 1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => claimAt(store, NOW)));
    assert.equal(answers.filter(({ claim }) => claim?.kind === 'finish').length, 1);
    await claimNothing(store, NOW + LEASE_MS - 1, NOW + LEASE_MS);
    assert.equal((await claimOf(store, 'finish', NOW + LEASE_MS)).verified, 2);
  });

  it('claims nothing of a task that has ended', async ({ store }) => {
    await finishedTask(store);
    await claimNothing(store, NOW + 100 * LEASE_MS, null);
  });

  it('tells the earliest end of a lease when everything is claimed', async ({ store }) => {
    await enqueueTask(store, 3);
    await claimAt(store, NOW, 700);
    await claimAt(store, NOW, 300);
    await claimAt(store, NOW, 500);
    await claimNothing(store, NOW, NOW + 300);
  });
}
