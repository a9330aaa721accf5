import type { Lease, RetryContents, Task, TaskId, TaskRetry } from '@dialproof/core';
import { findTask, notFound, taskOf } from './find-task.js';
import { joinLine, type StoreWork } from './store-work.js';

export async function beginRetry(
  work: StoreWork,
  taskId: TaskId,
  leaseMs: number,
): Promise<TaskRetry | undefined> {
  const { session, queries, time } = work;
  const token = work.newToken();
  const begun = await session.first(queries.beginRetry, { taskId, token, leaseUntil: time.after(leaseMs) });
  if (begun !== undefined) return { lease: { taskId, chunkIndex: null, token }, run: begun.last_run };
  if ((await findTask(work, taskId)) === undefined) throw notFound();
  return undefined;
}

export async function resume(work: StoreWork, lease: Lease, contents: RetryContents): Promise<Task> {
  const { session, queries, now } = work;
  const { taskId, token } = lease;
  const resumed = await session.first(queries.resume, { taskId, token, now, held: contents.heldCredits });
  if (resumed === undefined) {
    const isRepeat = (await session.first(queries.findResumed, { taskId, token })) !== undefined;
    if (!isRepeat) throw notFound();
    return await taskOf(work, taskId);
  }
  for (const { chunkIndex, statuses } of contents.reopened) {
    const reopened = await session.change(queries.reopenChunk, { taskId, chunkIndex, statuses });
    if (reopened === 0) throw noSuchChunk(taskId, chunkIndex);
  }
  await session.change(queries.freeChunks, { taskId });
  await session.change(queries.countOpenChunks, { taskId });
  await joinLine(work, taskId, resumed.account_id);
  return await taskOf(work, taskId);
}

export function noSuchChunk(taskId: TaskId, chunkIndex: number): RangeError {
  return new RangeError(`task ${taskId} has no chunk ${chunkIndex}`);
}
