import {
  type AccountBounds,
  assertTaskWithin,
  type Lease,
  type RetryContents,
  type Task,
  type TaskId,
  type TaskRetry,
} from '@dialproof/core';
import { findTask, notFound, taskOf } from './find-task.js';
import { queries } from './queries/task-queries.js';
import { joinLine, refreshTask, type StoreWork, usageOf } from './store-work.js';

export async function beginRetry(
  work: StoreWork,
  taskId: TaskId,
  leaseMs: number,
): Promise<TaskRetry | undefined> {
  const { session, time } = work;
  const token = work.newToken();
  const begun = await session.first(queries.beginRetry, { taskId, token, leaseUntil: time.after(leaseMs) });
  if (begun !== undefined) return { lease: { taskId, chunkIndex: null, token }, run: begun.last_run };
  if ((await findTask(work, taskId)) === undefined) throw notFound();
  return undefined;
}

/** Queues a task with a begun retry again, if the account stays within its bounds. */
export async function resume(
  work: StoreWork,
  lease: Lease,
  contents: RetryContents,
  bounds?: AccountBounds,
): Promise<Task> {
  const { session, now } = work;
  const { taskId, token } = lease;
  const found = await session.first(queries.findRetry, { taskId, token });
  const turn = found && (await joinLine(work, found.account_id));
  // Again, behind the lock of the account: a repeat may have waited for it.
  const retry = found && (await session.first(queries.findRetry, { taskId, token }));
  if (retry !== undefined && turn !== undefined) {
    if (bounds !== undefined) assertTaskWithin(await usageOf(work, retry.account_id), bounds);
    const change = { taskId, token, turn, now, held: contents.heldCredits };
    if ((await session.change(queries.resume, change)) > 0) return await reopen(work, taskId, contents);
  }
  // It was resumed before, or while this call waited for the lock of the account.
  const isRepeat = (await session.first(queries.findResumed, { taskId, token })) !== undefined;
  if (!isRepeat) throw notFound();
  return await taskOf(work, taskId);
}

/** Opens the numbers of a resumed task that are to be checked again. */
async function reopen(work: StoreWork, taskId: TaskId, { reopened }: RetryContents): Promise<Task> {
  const { session } = work;
  for (const { chunkIndex, statuses } of reopened) {
    const changed = await session.change(queries.reopenChunk, { taskId, chunkIndex, statuses });
    if (changed === 0) throw noSuchChunk(taskId, chunkIndex);
  }
  await session.change(queries.freeChunks, { taskId });
  await session.change(queries.countOpenChunks, { taskId });
  await refreshTask(work, taskId);
  return await taskOf(work, taskId);
}

export function noSuchChunk(taskId: TaskId, chunkIndex: number): RangeError {
  return new RangeError(`task ${taskId} has no chunk ${chunkIndex}`);
}
