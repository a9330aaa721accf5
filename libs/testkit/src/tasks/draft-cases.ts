import assert from 'node:assert/strict';
import { newTaskId, taskId } from '@dialproof/core';
import { rejectsWithCode, rejectsWithName, sameBytes, sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  beginDraft,
  CREATED,
  claimNothing,
  claimOf,
  enqueueTask,
  LEASE_MS,
  NOW,
  OWNER,
  sampleChunk,
  sampleContents,
  sampleDraft,
  sampleResult,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

/** More than a statement of most databases takes parameters. */
const CHUNKS = 20_000;

export function draftCases(it: DefineCase<TaskStoreSubject>): void {
  it('refuses to begin a draft with an id that exists', async ({ store }) => {
    const draft = await beginDraft(store);
    const task = await enqueueTask(store, 1);
    await rejectsWithName(store.begin(draft), 'TypeError');
    await rejectsWithName(store.begin(sampleDraft({ taskId: task.taskId })), 'TypeError');
    sameJson(await store.find(task.taskId), task);
  });

  it('shows a draft to nobody', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await store.appendRows(taskId, 0, Uint8Array.of(1));
    assert.equal(await store.find(taskId), undefined);
    assert.equal(await store.rowBlock(taskId, 0), undefined);
    assert.deepEqual(await store.statuses(taskId), []);
    await claimNothing(store, NOW, NOW + LEASE_MS);
  });

  it('knows nothing of an id that was never used', async ({ store }) => {
    const taskId = newTaskId();
    assert.equal(await store.find(taskId), undefined);
    assert.equal(await store.rowBlock(taskId, 0), undefined);
    assert.deepEqual(await store.statuses(taskId), []);
    assert.equal(await store.extendLease({ taskId, chunkIndex: null }, NOW), false);
    await store.discard(taskId);
    await claimNothing(store, NOW, null);
  });

  it('does not find ids that are no ids, and rejects none of them for it', async ({ store }) => {
    for (const text of ['', 'a', '%', "' OR '1'='1", '__proto__', '\u0000', '\ud800', 'x'.repeat(20_000)]) {
      const id = taskId(text);
      assert.equal(await store.find(id), undefined);
      assert.equal(await store.rowBlock(id, 0), undefined);
      assert.deepEqual(await store.statuses(id), []);
      assert.equal(await store.extendLease({ taskId: id, chunkIndex: null }, NOW), false);
      await rejectsWithCode(store.record(id, 0, sampleResult()), 'task_not_found');
    }
  });

  it('gives row blocks back byte for byte, under their indexes', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    const large = Buffer.alloc(300_000, 'größe,😀\r\n"');
    const blocks = [Uint8Array.of(0, 1, 255, 10, 13), new Uint8Array(0), large, large.subarray(7, 19)];
    for (const [index, block] of blocks.entries()) await store.appendRows(taskId, index, block);
    await store.enqueue(taskId, sampleContents(1));
    for (const [index, block] of blocks.entries()) sameBytes(await store.rowBlock(taskId, index), block);
    assert.equal(await store.rowBlock(taskId, blocks.length), undefined);
    assert.equal(await store.rowBlock(taskId, -1), undefined);
  });

  it('replaces a row block that is repeated', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await store.appendRows(taskId, 0, Uint8Array.of(1));
    await store.appendRows(taskId, 1, Uint8Array.of(2));
    await store.appendRows(taskId, 0, Uint8Array.of(3, 3));
    await store.appendRows(taskId, 1, Uint8Array.of(2));
    await store.enqueue(taskId, sampleContents(1));
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(3, 3));
    sameBytes(await store.rowBlock(taskId, 1), Uint8Array.of(2));
    assert.equal(await store.rowBlock(taskId, 2), undefined);
  });

  it('keeps the row blocks of two drafts apart', async ({ store }) => {
    const [first, second] = [await beginDraft(store), await beginDraft(store)];
    await store.appendRows(first.taskId, 0, Uint8Array.of(1));
    await store.appendRows(second.taskId, 0, Uint8Array.of(2));
    await store.discard(second.taskId);
    await store.enqueue(first.taskId, sampleContents(1));
    sameBytes(await store.rowBlock(first.taskId, 0), Uint8Array.of(1));
  });

  it('adds row blocks to drafts alone', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 1);
    const discarded = await beginDraft(store);
    await store.discard(discarded.taskId);
    for (const id of [newTaskId(), taskId, discarded.taskId]) {
      await rejectsWithCode(store.appendRows(id, 0, Uint8Array.of(1)), 'task_not_found');
      assert.equal(await store.rowBlock(id, 0), undefined);
    }
  });

  it('keeps a chunk for every five numbers of the largest file', async ({ store }) => {
    const { taskId } = await enqueueTask(store, CHUNKS);
    sameBytes((await claimOf(store, 'check')).chunk, sampleChunk(0));
    await store.record(taskId, CHUNKS - 1, sampleResult());
    const statuses = await store.statuses(taskId);
    assert.equal(statuses.length, CHUNKS);
    sameBytes(statuses.at(-1), sampleResult().statuses);
  });

  it('makes a draft a queued task, as a whole', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    const contents = sampleContents(2, { total: 100_000, heldCredits: 99_998 });
    const task = await store.enqueue(taskId, contents);
    sameJson(task, {
      taskId,
      accountId: OWNER,
      status: 'queued',
      total: 100_000,
      processed: 0,
      summary: { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 },
      createdAt: CREATED,
      startedAt: null,
      finishedAt: null,
      failureReason: null,
      credits: { held: 99_998, charged: 0 },
      file: contents.file,
    });
    sameJson(await store.find(taskId), task);
    assert.deepEqual(await store.statuses(taskId), [undefined, undefined]);
  });

  it('changes nothing when a task is enqueued again', async ({ store }) => {
    const { taskId } = await enqueueTask(store, 2);
    await claimOf(store, 'check');
    const task = await store.record(taskId, 0, sampleResult());
    sameJson(await store.enqueue(taskId, sampleContents(5, { heldCredits: 1 })), task);
    sameJson(await store.find(taskId), task);
    assert.equal((await store.statuses(taskId)).length, 2);
  });

  it('makes one task of a draft that is enqueued several times at once', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    const tasks = await Promise.all(
      Array.from({ length: 4 }, () => store.enqueue(taskId, sampleContents(2))),
    );
    for (const task of tasks) sameJson(task, tasks[0]);
    assert.equal((await store.statuses(taskId)).length, 2);
  });

  it('makes no task of what is no draft', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await store.discard(taskId);
    await rejectsWithCode(store.enqueue(taskId, sampleContents(1)), 'task_not_found');
    await rejectsWithCode(store.enqueue(newTaskId(), sampleContents(1)), 'task_not_found');
    assert.equal(await store.find(taskId), undefined);
    await claimNothing(store, NOW, null);
  });
}
