import type { CheckClaim, Task } from '@dialproof/core';
import { sameBytes, sameJson } from '../runner/expectations.js';
import type { DefineTimedCase } from '../runner/own-time.js';
import {
  beginDraft,
  beginRetry,
  claimOf,
  finishedTask,
  partialRecord,
  REOPENED,
  recorded,
  sampleChunk,
  sampleContents,
  type TaskStoreSubject,
  taskOf,
} from './subject/sample-task.js';

export function aliasingCases(it: DefineTimedCase<TaskStoreSubject>): void {
  it('keeps copies of its arguments', async ({ store }) => {
    const draft = await beginDraft(store);
    // A Buffer like that of a reader: a view that its owner overwrites with the next bytes.
    const block = Buffer.from([1, 2, 3]);
    await store.appendRows(draft, 0, block);
    block.fill(0);
    const contents = sampleContents(1);
    const { taskId } = await store.enqueue(draft, contents);
    for (const chunk of contents.chunks) chunk.fill(0);
    overwrite(contents);
    const { lease, chunk, revision } = await claimOf(store, 'check');
    sameBytes(chunk, sampleChunk(0));
    sameJson((await taskOf(store, taskId)).file, sampleContents(1).file);
    const { rows, sources } = partialRecord();
    const record = { ...partialRecord({ revision }), rows: { ...rows }, sources: { ...sources } };
    await recorded(store, lease, record);
    const task = await taskOf(store, taskId);
    record.statuses.fill(9);
    record.rows.dead = 1_000;
    Object.assign(record.sources, { evidence: 1_000 });
    sameBytes((await store.statuses(taskId))[0], partialRecord().statuses);
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(1, 2, 3));
    sameJson(await store.find(taskId), task);
  });

  it('keeps copies of the chunks that a retry reopens', async ({ store }) => {
    const { taskId } = await finishedTask(store);
    const { lease } = await beginRetry(store, taskId);
    const statuses = Uint8Array.of(0, 2, 254);
    await store.resume(lease, { heldCredits: 1, reopened: [{ chunkIndex: 0, statuses }] });
    statuses.fill(9);
    sameBytes((await store.statuses(taskId))[0], REOPENED.reopened[0]?.statuses ?? new Uint8Array());
  });

  it('returns copies of its data', async ({ store }) => {
    const draft = await beginDraft(store);
    await store.appendRows(draft, 0, Uint8Array.of(1, 2, 3));
    const queued = await store.enqueue(draft, sampleContents(2));
    const { taskId } = queued;
    overwrite(queued);
    const first = await claimOf(store, 'check');
    const { lease } = first;
    await recorded(store, { ...lease }, partialRecord({ revision: first.revision }));
    const late = { ...lease };
    overwriteClaim(first);
    await store.giveBack(late, 0);
    const second = await claimOf(store, 'check');
    sameBytes(second.chunk, sampleChunk(0));
    overwriteClaim(second);
    const outdated = await store.record({ ...late }, partialRecord({ revision: -1 }));
    if (outdated.outcome === 'outdated') outdated.statuses.fill(0);
    const seen = await taskOf(store, taskId);
    const unspoilt = structuredClone(seen);
    overwrite(seen);
    sameJson(await store.find(taskId), unspoilt);
    (await store.rowBlock(taskId, 0))?.fill(0);
    sameBytes(await store.rowBlock(taskId, 0), Uint8Array.of(1, 2, 3));
    for (const statuses of await store.statuses(taskId)) statuses?.fill(0);
    sameBytes((await store.statuses(taskId))[0], partialRecord().statuses);
  });
}

/** Overwrites the bytes that a claim brought. */
function overwriteClaim({ chunk, statuses }: CheckClaim): void {
  chunk.fill(0);
  statuses?.fill(0);
}

/** Overwrites every member that can be written. */
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
