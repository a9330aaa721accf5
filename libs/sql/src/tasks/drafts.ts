import { type Lease, STORED_TASK_BYTES, type Task, type TaskContents, utcDayOf } from '@dialproof/core';
import { changeLast } from '../database.js';
import { notFound, type TaskFinder, taskOf } from './find-task.js';
import type { TaskQueries } from './queries/task-queries.js';
import { type Asking, joinLine, type StoreWork } from './store-work.js';
import { fileText } from './task-row.js';

/** Resolves to whether the block was added. It is all that its write does. */
export async function appendRows(
  { session, queries }: Asking,
  { taskId, token }: Lease,
  index: number,
  block: Uint8Array,
): Promise<boolean> {
  const row = { taskId, token, index, before: index - 1, block };
  return (await changeLast(session, queries.appendRows, row)) > 0;
}

/** Why a block was not added. */
export async function refusalOfRows(
  { session, queries }: TaskFinder & { readonly queries: TaskQueries },
  { taskId, token }: Lease,
  index: number,
): Promise<Error> {
  if ((await session.first(queries.findDraft, { taskId, token })) === undefined) return notFound();
  return new RangeError(`row block ${index} cannot follow the row blocks of task ${taskId}`);
}

/** The stored bytes of the task that this draft becomes. */
export async function bytesOf(
  { session, queries }: StoreWork,
  taskId: string,
  { chunks }: TaskContents,
): Promise<number> {
  const rows = await session.first(queries.sumRowBytes, { taskId });
  return chunks.reduce((bytes, chunk) => bytes + chunk.length, STORED_TASK_BYTES + Number(rows?.bytes ?? 0));
}

export async function enqueue(work: StoreWork, lease: Lease, contents: TaskContents): Promise<Task> {
  const { session, queries, now } = work;
  const { taskId, token } = lease;
  const { total, rowsWithoutNumber, heldCredits: held, chunks } = contents;
  const file = fileText(contents.file);
  const storedBytes = await bytesOf(work, taskId, contents);
  const task = {
    taskId,
    token,
    now,
    storedBytes,
    total,
    rowsWithoutNumber,
    held,
    chunks: chunks.length,
    file,
  };
  const enqueued = await session.first(queries.enqueue, task);
  if (enqueued === undefined) return await taskOf(work, taskId);
  await work.addChunks(session, taskId, chunks);
  await joinLine(work, taskId, enqueued.account_id);
  await session.change(queries.countTaskOfDay, { accountId: enqueued.account_id, day: utcDayOf(now).day });
  return await taskOf(work, taskId);
}

/** Removes a draft, or ends a retry. */
export async function discard({ session, queries }: StoreWork, { taskId, token }: Lease): Promise<void> {
  const removed = await session.change(queries.discardDraft, { taskId, token });
  if (removed === 0) await session.change(queries.discardRetry, { taskId, token });
}
