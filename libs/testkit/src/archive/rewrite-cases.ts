import assert from 'node:assert/strict';
import { newTaskId, type TaskPart } from '@dialproof/core';
import { sameBytes, sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
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
import type { TaskArchiveSubject } from './list-cases.js';

const ROWS = { kind: 'rows', index: 0, block: Uint8Array.of(0, 7, 255) } as const satisfies TaskPart;

export function rewriteCases(it: DefineTimedCase<TaskArchiveSubject>): void {
  it('replaces a block of rows, and leaves everything else', async ({ archive, store }) => {
    const draft = await beginDraft(store);
    for (const index of [0, 1]) await store.appendRows(draft, index, Uint8Array.of(index));
    const { taskId } = await store.enqueue(draft, sampleContents(0));
    const { lease } = await claimOf(store, 'finish');
    await store.finish(lease, { status: 'done', failureReason: null, charged: 0 });
    const task = await taskOf(store, taskId);
    assert.equal(await archive.rewrite(taskId, ROWS), true);
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(0, 7, 255));
    sameBytes(await store.rowBlock(taskId, 1), Uint8Array.of(1));
    assert.equal(await archive.rewrite(taskId, { ...ROWS, index: 2 }), false);
    assert.equal(await store.rowBlock(taskId, 2), undefined);
    sameJson(await taskOf(store, taskId), task);
  });

  it('replaces the facts of a file', async ({ archive, store }) => {
    const task = await finishedTask(store);
    const file = { ...task.file, name: 'é "\u0000".csv', notes: [] };
    assert.equal(await archive.rewrite(task.taskId, { kind: 'file', file }), true);
    sameJson(await taskOf(store, task.taskId), { ...task, file });
  });

  it('replaces the numbers and statuses of a chunk that is as it was read', async ({ archive, store }) => {
    const { taskId } = await finishedTask(store);
    const [before] = await store.statuses(taskId);
    assert.ok(before !== undefined);
    const numbers = Uint8Array.of(48, 0, 9);
    const part = { kind: 'numbers', chunkIndex: 0, numbers } as const;
    const after = Uint8Array.of(3, 3, 3);
    for (const statuses of [null, { before: Uint8Array.of(9), after }])
      assert.equal(await archive.rewrite(taskId, { ...part, statuses }), false);
    assert.equal(await archive.rewrite(taskId, { ...part, chunkIndex: 1, statuses: null }), false);
    sameBytes((await store.statuses(taskId))[0], before);
    assert.equal(await archive.rewrite(taskId, { ...part, statuses: { before, after } }), true);
    sameBytes(await archive.numbers(taskId, 0), numbers);
    sameBytes((await store.statuses(taskId))[0], after);
    assert.equal(await archive.rewrite(taskId, { ...part, statuses: { before, after } }), false);
    // What is claimed after a retry is what was written.
    const retry = await beginRetry(store, taskId);
    await store.resume(retry.lease, REOPENED);
    sameBytes((await claimOf(store, 'check')).chunk, numbers);
  });

  it('replaces the numbers of a chunk that was never recorded', async ({ archive, store }) => {
    const { taskId } = await enqueueTask(store, 1);
    const { lease } = await claimOf(store, 'check');
    await store.fail(taskId, 'cancelled');
    await store.giveBack(lease, 0);
    const finish = await claimOf(store, 'finish');
    await store.finish(finish.lease, { status: 'failed', failureReason: 'cancelled', charged: 0 });
    const numbers = Uint8Array.of(1, 2);
    const part = { kind: 'numbers', chunkIndex: 0, numbers, statuses: null } as const;
    const wrong = { before: Uint8Array.of(1), after: Uint8Array.of(2) };
    assert.equal(await archive.rewrite(taskId, { ...part, statuses: wrong }), false);
    assert.equal(await archive.rewrite(taskId, part), true);
    sameBytes(await archive.numbers(taskId, 0), numbers);
    assert.deepEqual(await store.statuses(taskId), [undefined]);
  });

  it('changes no task that has not ended or is retried, and none that is unknown', async ({
    archive,
    store,
  }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    assert.equal(await archive.rewrite(draft.taskId, ROWS), false);
    const { taskId: processing } = await readyTask(store, 1);
    const { file, taskId: retried } = await finishedTask(store);
    const { lease } = await beginRetry(store, retried);
    const numbers = { kind: 'numbers', chunkIndex: 0, numbers: Uint8Array.of(5), statuses: null } as const;
    for (const taskId of [processing, retried, newTaskId()]) {
      for (const part of [ROWS, { kind: 'file', file } as const, numbers])
        assert.equal(await archive.rewrite(taskId, part), false);
    }
    await store.discard(lease);
    assert.equal(await archive.rewrite(retried, { kind: 'file', file }), true);
  });
}
