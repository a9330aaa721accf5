import assert from 'node:assert/strict';
import { newTaskId } from '@dialproof/core';
import { rejectsWithCode, sameBytes } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import { beginDraft, sampleContents } from '../subject/sample-task.js';
import type { TaskStoreSubject } from '../subject/task-store-subject.js';

export function rowBlockCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('gives row blocks back byte for byte, under their indexes', async ({ store }) => {
    const draft = await beginDraft(store);
    const large = Buffer.alloc(300_000, 'größe,😀\r\n"');
    const blocks = [Uint8Array.of(0, 1, 255, 10, 13), new Uint8Array(0), large, large.subarray(7, 19)];
    for (const [index, block] of blocks.entries()) await store.appendRows(draft, index, block);
    const { taskId } = await store.enqueue(draft, sampleContents(1));
    for (const [index, block] of blocks.entries()) sameBytes(await store.rowBlock(taskId, index), block);
    assert.equal(await store.rowBlock(taskId, blocks.length), undefined);
    assert.equal(await store.rowBlock(taskId, -1), undefined);
  });

  it('replaces a row block that is repeated', async ({ store }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    await store.appendRows(draft, 1, Uint8Array.of(2));
    await store.appendRows(draft, 0, Uint8Array.of(3, 3));
    await store.appendRows(draft, 1, Uint8Array.of(2));
    const { taskId } = await store.enqueue(draft, sampleContents(1));
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(3, 3));
    sameBytes(await store.rowBlock(taskId, 1), Uint8Array.of(2));
    assert.equal(await store.rowBlock(taskId, 2), undefined);
  });

  it('keeps the row blocks of two drafts apart', async ({ store }) => {
    const [first, second] = [await beginDraft(store), await beginDraft(store)];
    await store.appendRows(first, 0, Uint8Array.of(1));
    await store.appendRows(second, 0, Uint8Array.of(2));
    await store.discard(second);
    const { taskId } = await store.enqueue(first, sampleContents(1));
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(1));
  });

  it('adds row blocks to drafts alone', async ({ store }) => {
    const enqueued = await beginDraft(store);
    await store.enqueue(enqueued, sampleContents(1));
    const discarded = await beginDraft(store);
    await store.discard(discarded);
    for (const lease of [enqueued, discarded, { ...discarded, taskId: newTaskId() }]) {
      await rejectsWithCode(store.appendRows(lease, 0, Uint8Array.of(1)), 'task_not_found');
      assert.equal(await store.rowBlock(lease.taskId, 0), undefined);
    }
  });

  it('adds no row block under the lease of another draft', async ({ store }) => {
    const [first, second] = [await beginDraft(store), await beginDraft(store)];
    const mixed = { ...first, token: second.token };
    await rejectsWithCode(store.appendRows(mixed, 0, Uint8Array.of(1)), 'task_not_found');
    await store.enqueue(first, sampleContents(1));
    assert.equal(await store.rowBlock(first.taskId, 0), undefined);
  });
}
