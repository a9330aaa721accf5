import {
  type AccountBounds,
  assertFileWithin,
  type Lease,
  STORED_TASK_BYTES,
  type Task,
  type TaskContents,
  utcDayOf,
} from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { notFound, taskOf } from './find-task.js';
import { queries } from './queries/task-queries.js';
import { ADD_CHUNKS_AT_ONCE } from './queries/upload-queries.js';
import { joinLine, refreshTask, type StoreWork, usageOf } from './store-work.js';
import { fileText } from './task-row.js';

/** Resolves to whether the block was added. */
export async function appendRows(
  session: SqlSession,
  { taskId, token }: Lease,
  index: number,
  block: Uint8Array,
): Promise<boolean> {
  const row = { taskId, token, index, before: index - 1, block };
  return (await session.change(queries.appendRows, row)) > 0;
}

/** Why a block was not added. */
export async function refusalOfRows(
  session: SqlSession,
  { taskId, token }: Lease,
  index: number,
): Promise<Error> {
  if ((await session.first(queries.findDraft, { taskId, token })) === undefined) return notFound();
  return new RangeError(`row block ${index} cannot follow the row blocks of task ${taskId}`);
}

/** The stored bytes of the task that this draft becomes. */
async function bytesOf({ session }: StoreWork, taskId: string, { chunks }: TaskContents): Promise<number> {
  const rows = await session.first(queries.sumRowBytes, { taskId });
  return chunks.reduce((bytes, chunk) => bytes + chunk.length, STORED_TASK_BYTES + Number(rows?.bytes ?? 0));
}

/** Makes a draft a task, if the account stays within its bounds. */
export async function enqueue(
  work: StoreWork,
  lease: Lease,
  contents: TaskContents,
  bounds?: AccountBounds,
): Promise<Task> {
  const { session, now } = work;
  const { taskId, token } = lease;
  const { total, rowsWithoutNumber, heldCredits: held, chunks } = contents;
  const draft = await session.first(queries.findDraft, { taskId, token });
  if (draft === undefined) return await taskOf(work, taskId);
  const accountId = draft.account_id;
  const turn = await joinLine(work, accountId);
  const storedBytes = await bytesOf(work, taskId, contents);
  if (bounds !== undefined) {
    // A repeat may have waited for the lock of the account: it is not counted twice.
    if ((await session.first(queries.findDraft, { taskId, token })) === undefined)
      return await taskOf(work, taskId);
    assertFileWithin(await usageOf(work, accountId), bounds, storedBytes);
  }
  const file = fileText(contents.file);
  const task = { taskId, token, turn, now, storedBytes, total, rowsWithoutNumber, held, file };
  // Another call may have made it a task while this one waited for the lock of the account.
  if ((await session.change(queries.enqueue, { ...task, chunks: chunks.length })) > 0) {
    await addChunks(work, taskId, chunks);
    await refreshTask(work, taskId);
    await session.change(queries.countTaskOfDay, { accountId, day: utcDayOf(now).day });
  }
  return await taskOf(work, taskId);
}

async function addChunks(
  { isAlone, session }: StoreWork,
  taskId: string,
  chunks: readonly Uint8Array[],
): Promise<void> {
  if (isAlone) {
    for (const [index, chunk] of chunks.entries())
      await session.change(queries.addChunk, { taskId, index, chunk });
  } else if (chunks.length > 0) {
    const lengths = chunks.map(({ length }) => length);
    await session.change(ADD_CHUNKS_AT_ONCE, { taskId, chunks: Buffer.concat(chunks), lengths });
  }
}

/** Removes a draft, or ends a retry. */
export async function discard({ session }: StoreWork, { taskId, token }: Lease): Promise<void> {
  const removed = await session.change(queries.discardDraft, { taskId, token });
  if (removed === 0) await session.change(queries.discardRetry, { taskId, token });
}
