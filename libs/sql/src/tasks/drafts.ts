import { type Lease, STORED_TASK_BYTES, type Task, type TaskContents, utcDayOf } from '@dialproof/core';
import { notFound, taskOf } from './find-task.js';
import { joinLine, type StoreWork } from './store-work.js';
import { fileText } from './task-row.js';

export async function appendRows(
  work: StoreWork,
  lease: Lease,
  index: number,
  block: Uint8Array,
): Promise<void> {
  const { session, queries } = work;
  const { taskId, token } = lease;
  const row = { taskId, token, index, before: index - 1, block };
  if ((await session.change(queries.appendRows, row)) > 0) return;
  if ((await session.first(queries.findDraft, { taskId, token })) === undefined) throw notFound();
  throw new RangeError(`row block ${index} cannot follow the row blocks of task ${taskId}`);
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
