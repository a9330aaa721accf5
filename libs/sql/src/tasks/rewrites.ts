import type { StoredChunk, TaskId, TaskPart } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { queries } from './queries/task-queries.js';
import type { StoreWork } from './store-work.js';
import { fileText, shownFile } from './task-row.js';

/** Replaces a part of a task that has ended, if it is as it was read, and resolves to whether it did. */
export async function rewritePart({ session }: StoreWork, taskId: TaskId, part: TaskPart): Promise<boolean> {
  const task = await session.first(queries.lockEnded, { taskId });
  if (task === undefined) return false;
  switch (part.kind) {
    case 'rows': {
      const { after, before, index } = part;
      return (await session.change(queries.rewriteRows, { taskId, index, before, after })) > 0;
    }
    case 'file':
      if (fileText(shownFile(task.file)) !== fileText(part.before)) return false;
      return (await session.change(queries.rewriteFile, { taskId, file: fileText(part.after) })) > 0;
    case 'numbers':
      return await rewriteChunk(session, taskId, part);
    default:
      return part satisfies never;
  }
}

async function rewriteChunk(
  session: SqlSession,
  taskId: TaskId,
  { after, before, chunkIndex }: Extract<TaskPart, { kind: 'numbers' }>,
): Promise<boolean> {
  const stored = await session.first(queries.storedChunk, { taskId, chunkIndex });
  if (stored === undefined || !isSame({ numbers: stored.chunk, statuses: stored.statuses }, before))
    return false;
  await session.change(queries.rewriteChunk, { taskId, chunkIndex, ...after });
  return true;
}

function isSame(stored: StoredChunk, read: StoredChunk): boolean {
  const isSameRecord =
    stored.statuses === null || read.statuses === null
      ? stored.statuses === read.statuses
      : Buffer.compare(stored.statuses, read.statuses) === 0;
  return isSameRecord && Buffer.compare(stored.numbers, read.numbers) === 0;
}
