import assert from 'node:assert/strict';
import { newTaskId, VERIFICATION_STATUSES } from '@dialproof/core';
import { rejectsWithCode, sameBytes, sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  beginDraft,
  claimNothing,
  claimOf,
  enqueueTask,
  finishedTask,
  LEASE_MS,
  NOW,
  ROWS_WITHOUT_NUMBER,
  recordAll,
  sampleEnding,
  sampleResult,
  taskOf,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

/** A result that differs from {@link sampleResult} in everything. */
const OTHER = sampleResult({
  statuses: Uint8Array.of(1, 1, 1),
  rows: { wa_registered: 0, telegram_registered: 3, dead: 0, inactive: 0, unknown: 0 },
  verified: 3,
});

export function recordCases(it: DefineCase<TaskStoreSubject>): void {
  it('adds the rows of a chunk to the progress of its task', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    await claimOf(store, 'check');
    const first = await store.record(taskId, 1, sampleResult());
    assert.equal(first.processed, ROWS_WITHOUT_NUMBER + 3);
    const unknown = ROWS_WITHOUT_NUMBER + 1;
    const summary = { wa_registered: 1, telegram_registered: 0, dead: 1, inactive: 0, unknown };
    sameJson(first.summary, summary);
    sameJson(await store.find(taskId), first);
    const second = await store.record(taskId, 0, OTHER);
    assert.equal(second.processed, second.total);
    sameJson(second.summary, { ...summary, telegram_registered: 3 });
    assert.equal(second.status, 'processing');
    sameJson(second.credits, { held: 6, charged: 0 });
    sameJson(await store.find(taskId), second);
  });

  it('counts rows of each status under its own name', async ({ store }) => {
    const rows = { wa_registered: 1, telegram_registered: 20, dead: 300, inactive: 4_000, unknown: 50_000 };
    const { taskId } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    const { summary } = await store.record(taskId, 0, sampleResult({ rows }));
    sameJson(summary, { ...rows, unknown: rows.unknown + ROWS_WITHOUT_NUMBER });
    assert.deepEqual(Object.keys(summary).sort(), [...VERIFICATION_STATUSES].sort());
  });

  it('gives recorded statuses back in the order of the chunks', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    for (let claimed = 0; claimed < 3; claimed += 1) await claimOf(store, 'check');
    await store.record(taskId, 2, sampleResult({ statuses: Uint8Array.of(4, 0, 255) }));
    await store.record(taskId, 0, sampleResult({ statuses: new Uint8Array(0) }));
    const [first, second, third, ...more] = await store.statuses(taskId);
    sameBytes(first, new Uint8Array(0));
    assert.equal(second, undefined);
    sameBytes(third, Uint8Array.of(4, 0, 255));
    assert.equal(more.length, 0);
  });

  it('lets the first record of a chunk count', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    const task = await store.record(taskId, 0, sampleResult());
    sameJson(await store.record(taskId, 0, sampleResult()), task);
    sameJson(await store.record(taskId, 0, OTHER), task);
    sameJson(await store.find(taskId), task);
    sameBytes((await store.statuses(taskId))[0], sampleResult().statuses);
    await claimOf(store, 'check');
    await store.record(taskId, 1, sampleResult());
    assert.equal((await claimOf(store, 'finish')).verified, 4);
  });

  it('counts a chunk once that is recorded at several places at once', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 3);
    for (let claimed = 0; claimed < 3; claimed += 1) await claimOf(store, 'check');
    await Promise.all(
      [0, 1, 2, 0, 1, 2, 2, 1, 0].map((chunkIndex) => store.record(taskId, chunkIndex, sampleResult())),
    );
    const task = await taskOf(store, taskId);
    assert.equal(task.processed, task.total);
    sameJson(task.summary, {
      wa_registered: 3,
      telegram_registered: 0,
      dead: 3,
      inactive: 0,
      unknown: 3 + ROWS_WITHOUT_NUMBER,
    });
    assert.equal((await claimOf(store, 'finish')).verified, 6);
  });

  it('records what comes after the end of its lease', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await claimOf(store, 'check', NOW + LEASE_MS);
    const task = await store.record(taskId, 0, sampleResult());
    assert.equal(task.processed, task.total);
    await claimOf(store, 'finish', NOW + LEASE_MS);
  });

  it('records what was given back meanwhile', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: NOW, outageSince: null });
    const task = await store.record(taskId, 0, sampleResult());
    assert.equal(task.processed, task.total);
    await claimOf(store, 'finish');
  });

  it('records nothing on a task that was told to fail', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await recordAll(store, taskId, 1);
    await claimOf(store, 'check');
    await store.fail(taskId, 'checker_unavailable');
    const task = await taskOf(store, taskId);
    sameJson(await store.record(taskId, 1, sampleResult()), task);
    sameJson(await store.find(taskId), task);
    assert.equal((await store.statuses(taskId))[1], undefined);
    assert.equal((await claimOf(store, 'finish')).verified, 2);
  });

  it('records nothing on a task that has ended', async ({ store }) => {
    const done = await finishedTask(store);
    sameJson(await store.record(done.taskId, 0, OTHER), done);
    const { taskId } = await enqueueTask(store, 1);
    await claimOf(store, 'check');
    await store.fail(taskId, 'checker_unavailable');
    await claimOf(store, 'finish');
    const failed = await store.finish(
      taskId,
      sampleEnding({ status: 'failed', failureReason: 'checker_unavailable', charged: 0 }),
    );
    sameJson(await store.record(taskId, 0, sampleResult()), failed);
    assert.deepEqual(await store.statuses(taskId), [undefined]);
    await claimNothing(store, NOW, null);
  });

  it('records nothing on what is no task', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await rejectsWithCode(store.record(taskId, 0, sampleResult()), 'task_not_found');
    await rejectsWithCode(store.record(newTaskId(), 0, sampleResult()), 'task_not_found');
  });
}
