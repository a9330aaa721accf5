import assert from 'node:assert/strict';
import { newTaskId } from '@dialproof/core';
import { rejectsWithCode, sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  beginDraft,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  NOW,
  ROWS_WITHOUT_NUMBER,
  recordAll,
  sampleEnding,
  sampleResult,
  taskOf,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

const FAILURE = sampleEnding({ status: 'failed', failureReason: 'checker_unavailable', charged: 1 });

export function endingCases(it: DefineCase<TaskStoreSubject>): void {
  it('ends a task with what it cost', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    await recordAll(store, taskId, 1);
    const { task } = await claimOf(store, 'finish');
    const ended = await store.finish(taskId, sampleEnding({ charged: 2, finishedAt: NOW + 500 }));
    const changes = { status: 'done', finishedAt: NOW + 500, credits: { held: 0, charged: 2 } };
    sameJson(ended, { ...task, ...changes });
    sameJson(await store.find(taskId), ended);
  });

  it('ends no task before it was started, whatever the clock says', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 0);
    await claimOf(store, 'finish');
    const ended = await store.finish(taskId, sampleEnding({ finishedAt: NOW - 3_600_000 }));
    assert.equal(ended.startedAt, NOW);
    assert.equal(ended.finishedAt, NOW);
  });

  it('leaves a task as it is that has ended', async ({ store }) => {
    const done = await finishedTask(store);
    sameJson(await store.finish(done.taskId, sampleEnding({ charged: 9, finishedAt: NOW + 900 })), done);
    sameJson(await store.finish(done.taskId, FAILURE), done);
    await store.fail(done.taskId, 'checker_unavailable');
    sameJson(await store.find(done.taskId), done);
    await claimNothing(store, NOW, null);
  });

  it('ends a task once when it is ended at several places at once', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 0);
    await claimOf(store, 'finish');
    const ended = await Promise.all(
      [1, 2, 3, 4].map((charged) => store.finish(taskId, sampleEnding({ charged }))),
    );
    for (const task of ended) sameJson(task, ended[0]);
    sameJson(await store.find(taskId), ended[0]);
  });

  it('ends nothing that is no task', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await rejectsWithCode(store.finish(taskId, sampleEnding()), 'task_not_found');
    await rejectsWithCode(store.finish(newTaskId(), sampleEnding()), 'task_not_found');
    assert.equal(await store.find(taskId), undefined);
  });

  it('offers the finish of a task that was told to fail, next and with what was verified', async ({
    store,
  }) => {
    const { taskId } = await enqueueTask(store, 4);
    await recordAll(store, taskId, 1);
    await claimOf(store, 'check');
    await store.fail(taskId, 'checker_unavailable');
    await store.fail(taskId, 'checker_unavailable');
    const { verified, failureReason, task } = await claimOf(store, 'finish');
    assert.equal(verified, 2);
    assert.equal(failureReason, 'checker_unavailable');
    assert.equal(task.status, 'processing');
    assert.equal(task.failureReason, null);
  });

  it('fails a task with its reason and keeps what was recorded', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await recordAll(store, taskId, 1);
    await store.fail(taskId, 'checker_unavailable');
    await claimOf(store, 'finish');
    const before = await taskOf(store, taskId);
    const failed = await store.finish(taskId, FAILURE);
    sameJson(failed, {
      ...before,
      status: 'failed',
      failureReason: 'checker_unavailable',
      finishedAt: FAILURE.finishedAt,
      credits: { held: 0, charged: 1 },
    });
    assert.equal(failed.processed, ROWS_WITHOUT_NUMBER + 3);
    await claimNothing(store, NOW, null);
  });

  it('takes a queued task that was told to fail through processing', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await store.fail(taskId, 'checker_unavailable');
    const { task, verified } = await claimOf(store, 'finish');
    assert.equal(verified, 0);
    assert.equal(task.status, 'processing');
    assert.equal(task.startedAt, NOW);
    assert.equal((await store.finish(taskId, FAILURE)).status, 'failed');
  });

  it('fails a task that has only its finish left', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await store.record(taskId, 0, sampleResult());
    await store.fail(taskId, 'checker_unavailable');
    const { failureReason, verified } = await claimOf(store, 'finish');
    assert.equal(failureReason, 'checker_unavailable');
    assert.equal(verified, 2);
  });
}
