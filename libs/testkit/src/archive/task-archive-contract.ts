import assert from 'node:assert/strict';
import { newTaskId, type TaskArchive, type TaskPart } from '@dialproof/core';
import { sameBytes, sameJson } from '../runner/expectations.js';
import { type CreateOnClock, type DefineTimedCase, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import {
  beginDraft,
  beginRetry,
  claimOf,
  enqueueTask,
  finishedTask,
  REOPENED,
  readyTask,
  sampleContents,
  taskOf,
} from '../tasks/subject/sample-task.js';
import { listCases, type TaskArchiveSubject } from './list-cases.js';
import { removalCases } from './removal-cases.js';

const NEW_BLOCK = Uint8Array.of(0, 7, 255);
const rows = (index: number, before: Uint8Array): TaskPart => ({
  kind: 'rows',
  index,
  before,
  after: NEW_BLOCK,
});

function rewriteCases(it: DefineTimedCase<TaskArchiveSubject>): void {
  it('replaces a block of rows that is as it was read, and leaves everything else', async ({
    archive,
    store,
  }) => {
    const draft = await beginDraft(store);
    for (const index of [0, 1]) await store.appendRows(draft, index, Uint8Array.of(index));
    const { taskId } = await store.enqueue(draft, sampleContents(0));
    const { lease } = await claimOf(store, 'finish');
    await store.finish(lease, { status: 'done', failureReason: null, charged: 0 });
    const task = await taskOf(store, taskId);
    assert.equal(await archive.rewrite(taskId, rows(0, Uint8Array.of(1))), false);
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(0));
    assert.equal(await archive.rewrite(taskId, rows(0, Uint8Array.of(0))), true);
    sameBytes(await store.rowBlock(taskId, 0), NEW_BLOCK);
    sameBytes(await store.rowBlock(taskId, 1), Uint8Array.of(1));
    assert.equal(await archive.rewrite(taskId, rows(2, Uint8Array.of(0))), false);
    assert.equal(await store.rowBlock(taskId, 2), undefined);
    sameJson(await taskOf(store, taskId), task);
  });

  it('replaces the facts of a file that are as they were read', async ({ archive, store }) => {
    const task = await finishedTask(store);
    const { file: before } = task;
    const after = { ...before, name: 'é "\u0000".csv', notes: [] };
    assert.equal(await archive.rewrite(task.taskId, { kind: 'file', before, after }), true);
    sameJson(await taskOf(store, task.taskId), { ...task, file: after });
    const other = { ...before, name: 'other.csv' };
    assert.equal(await archive.rewrite(task.taskId, { kind: 'file', before, after: other }), false);
    assert.equal(await archive.rewrite(task.taskId, { kind: 'file', before: after, after: other }), true);
  });

  it('replaces the numbers and statuses of a chunk that is as it was read', async ({ archive, store }) => {
    const { taskId } = await finishedTask(store);
    const [statuses] = await store.statuses(taskId);
    const read = await archive.numbers(taskId, 0);
    assert.ok(statuses !== undefined && read !== undefined);
    const before = { numbers: read, statuses };
    const after = { numbers: Uint8Array.of(48, 0, 9), statuses: Uint8Array.of(3, 3, 3) };
    const part = { kind: 'numbers', chunkIndex: 0, before, after } as const;
    const wrong = [
      { ...before, statuses: null },
      { ...before, statuses: Uint8Array.of(9) },
      { ...before, numbers: Uint8Array.of(9) },
    ];
    for (const other of wrong) assert.equal(await archive.rewrite(taskId, { ...part, before: other }), false);
    assert.equal(await archive.rewrite(taskId, { ...part, chunkIndex: 1 }), false);
    sameBytes(await archive.numbers(taskId, 0), read);
    sameBytes((await store.statuses(taskId))[0], statuses);
    assert.equal(await archive.rewrite(taskId, part), true);
    sameBytes(await archive.numbers(taskId, 0), after.numbers);
    sameBytes((await store.statuses(taskId))[0], after.statuses);
    assert.equal(await archive.rewrite(taskId, part), false);
    // What is claimed after a retry is what was written.
    const retry = await beginRetry(store, taskId);
    await store.resume(retry.lease, REOPENED);
    sameBytes((await claimOf(store, 'check')).chunk, after.numbers);
  });

  it('replaces the numbers of a chunk that was never recorded', async ({ archive, store }) => {
    const { taskId } = await enqueueTask(store, 1);
    const { chunk, lease } = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    await store.giveBack(lease, 0);
    const finish = await claimOf(store, 'finish');
    await store.finish(finish.lease, { status: 'failed', failureReason: 'cancelled', charged: 0 });
    const before = { numbers: chunk, statuses: null };
    const after = { numbers: Uint8Array.of(1, 2), statuses: null };
    const part = { kind: 'numbers', chunkIndex: 0, before, after } as const;
    const wrong = { ...before, statuses: Uint8Array.of(1) };
    assert.equal(await archive.rewrite(taskId, { ...part, before: wrong }), false);
    assert.equal(await archive.rewrite(taskId, part), true);
    sameBytes(await archive.numbers(taskId, 0), after.numbers);
    assert.deepEqual(await store.statuses(taskId), [undefined]);
  });

  it('changes no task that has not ended or is retried, and none that is unknown', async ({
    archive,
    store,
  }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    const block = rows(0, Uint8Array.of(1));
    assert.equal(await archive.rewrite(draft.taskId, block), false);
    const { taskId: processing } = await readyTask(store, 1);
    const { file: before, taskId: retried } = await finishedTask(store);
    const { lease } = await beginRetry(store, retried);
    const file = { kind: 'file', before, after: { ...before, name: 'other.csv' } } as const;
    for (const taskId of [processing, retried, newTaskId()]) {
      const numbers = await archive.numbers(taskId, 0);
      const chunk = { numbers: numbers ?? Uint8Array.of(), statuses: null };
      const parts = [block, file, { kind: 'numbers', chunkIndex: 0, before: chunk, after: chunk } as const];
      for (const part of parts) assert.equal(await archive.rewrite(taskId, part), false);
    }
    await store.discard(lease);
    assert.equal(await archive.rewrite(retried, file), true);
  });
}

/** Tests every sentence of {@link TaskArchive}. Each case calls `create` for an empty store that goes by the clock. */
export function taskArchiveContract(runner: TestRunner, create: CreateOnClock<TaskArchiveSubject>): void {
  runner.describe('task archive contract', () => {
    const it = timedCasesWith(runner, create);
    listCases(it);
    removalCases(it);
    rewriteCases(it);
  });
}
