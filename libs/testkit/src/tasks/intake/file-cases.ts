import assert from 'node:assert/strict';
import { NOTE_CODES, NOTE_LIMITS, newTaskId, type TaskFile, type TaskNote } from '@dialproof/core';
import { rejectsWithCode, sameBytes, sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import { beginDraft, sampleContents, type TaskStoreSubject, taskOf } from '../subject/sample-task.js';

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

  it('adds row blocks to drafts alone', async ({ store }) => {
    const enqueued = await beginDraft(store);
    await store.enqueue(enqueued, sampleContents(1));
    const discarded = await beginDraft(store);
    await store.discard(discarded);
    const [first, second] = [await beginDraft(store), await beginDraft(store)];
    const mixed = { ...first, token: second.token };
    for (const lease of [enqueued, discarded, { ...discarded, taskId: newTaskId() }, mixed]) {
      await rejectsWithCode(store.appendRows(lease, 0, Uint8Array.of(1)), 'task_not_found');
      assert.equal(await store.rowBlock(lease.taskId, 0), undefined);
    }
  });
}

/** Characters that a hint may quote from cells: terminators, escaped ones, and pairs of UTF-16 units. */
const CELLS = '\u0000"\'\\\t\r\n\u0085\u2028<&>%;😀電話 هاتف\u200e';

/** As many notes as a task may have, each as long as it may be, and no two the same. */
const MOST_NOTES: readonly TaskNote[] = Array.from({ length: NOTE_LIMITS.notes }, (_, index) => ({
  code: NOTE_CODES[index % NOTE_CODES.length] ?? 'lines_skipped',
  hint: `${index}: ${CELLS}`.padEnd(NOTE_LIMITS.hintChars, 'é'),
}));

export function taskFileCases(it: DefineTimedCase<TaskStoreSubject>): void {
  /** Expects `enqueue` and `find` to return a task with these facts of its file. */
  const keeps = async ({ store }: TaskStoreSubject, facts: Partial<TaskFile>) => {
    const file = { ...sampleContents(0).file, ...facts };
    const task = await store.enqueue(await beginDraft(store), sampleContents(1, { file }));
    sameJson(task.file, file);
    sameJson((await taskOf(store, task.taskId)).file, file);
  };

  it('keeps the encoding of a file', async (subject) => {
    for (const encoding of ['utf-8', 'shift_jis', 'x-mac-cyrillic', null]) {
      await keeps(subject, { encoding });
    }
  });

  it('keeps as many notes as a task may have, whatever characters are in them', async (subject) => {
    await keeps(subject, { notes: [] });
    await keeps(subject, { notes: MOST_NOTES });
  });
}
