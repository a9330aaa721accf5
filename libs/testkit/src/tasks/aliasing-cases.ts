import type { Task } from '@dialproof/core';
import { sameBytes, sameJson } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  beginDraft,
  claimOf,
  enqueueTask,
  sampleChunk,
  sampleContents,
  sampleResult,
  taskOf,
} from './sample-task.js';
import type { TaskStoreSubject } from './task-store-contract.js';

export function aliasingCases(it: DefineCase<TaskStoreSubject>): void {
  it('keeps copies of what it is given', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    // A Buffer as readers give them: a view that its owner overwrites with what it reads next.
    const block = Buffer.from([1, 2, 3]);
    await store.appendRows(taskId, 0, block);
    block.fill(0);
    const contents = sampleContents(1);
    await store.enqueue(taskId, contents);
    for (const chunk of contents.chunks) chunk.fill(0);
    overwrite(contents);
    const { task, chunk } = await claimOf(store, 'check');
    sameBytes(chunk, sampleChunk(0));
    sameJson(task.file, sampleContents(1).file);
    const result = { ...sampleResult(), rows: { ...sampleResult().rows } };
    const recorded = await store.record(taskId, 0, result);
    result.statuses.fill(9);
    result.rows.dead = 1_000;
    sameBytes((await store.statuses(taskId))[0], sampleResult().statuses);
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(1, 2, 3));
    sameJson(await store.find(taskId), recorded);
  });

  it('gives copies of what it keeps', async ({ store }) => {
    const { taskId } = await beginDraft(store);
    await store.appendRows(taskId, 0, Uint8Array.of(1, 2, 3));
    const queued = await store.enqueue(taskId, sampleContents(2));
    overwrite(queued);
    const claimed = await claimOf(store, 'check');
    claimed.chunk.fill(0);
    overwrite(claimed.task);
    await store.giveBack({ taskId, chunkIndex: 0 }, { notBefore: 0, outageSince: null });
    sameBytes((await claimOf(store, 'check')).chunk, sampleChunk(0));
    const recorded = await store.record(taskId, 0, sampleResult());
    const unspoilt = structuredClone(recorded);
    overwrite(recorded);
    sameJson(await store.find(taskId), unspoilt);
    (await store.rowBlock(taskId, 0))?.fill(0);
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(1, 2, 3));
    for (const statuses of await store.statuses(taskId)) statuses?.fill(0);
    sameBytes((await store.statuses(taskId))[0], sampleResult().statuses);
  });

  it('gives a task as of one moment, which later changes leave alone', async ({ store }) => {
    const queued = await enqueueTask(store, 1);
    const before = structuredClone(queued);
    await claimOf(store, 'check');
    const processing = await taskOf(store, queued.taskId);
    const during = structuredClone(processing);
    await store.record(queued.taskId, 0, sampleResult());
    sameJson(queued, before);
    sameJson(processing, during);
  });
}

/** Overwrites every member, as far as it lets itself be overwritten. */
function overwrite(value: Task | ReturnType<typeof sampleContents>): void {
  overwriteMembers(value);
}

function overwriteMembers(value: object): void {
  for (const key of Reflect.ownKeys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (typeof member === 'object' && member !== null && !ArrayBuffer.isView(member))
      overwriteMembers(member);
    else if (typeof member === 'number') Reflect.set(value, key, member + 1_000);
    else if (typeof member === 'string') Reflect.set(value, key, 'overwritten');
  }
}
