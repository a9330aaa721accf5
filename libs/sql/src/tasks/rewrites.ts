import type { TaskId, TaskPart } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { queries } from './queries/task-queries.js';
import type { StoreWork } from './store-work.js';
import { fileText } from './task-row.js';

/** Replaces a part of a task that has ended, and resolves to whether it did. */
export async function rewritePart({ session }: StoreWork, taskId: TaskId, part: TaskPart): Promise<boolean> {
  if ((await session.first(queries.lockEnded, { taskId })) === undefined) return false;
  switch (part.kind) {
    case 'rows':
      return (
        (await session.change(queries.rewriteRows, { taskId, index: part.index, block: part.block })) > 0
      );
    case 'file':
      return (await session.change(queries.rewriteFile, { taskId, file: fileText(part.file) })) > 0;
    case 'numbers':
      return await rewriteChunk(session, taskId, part);
    default:
      return part satisfies never;
  }
}

async function rewriteChunk(
  session: SqlSession,
  taskId: TaskId,
  { chunkIndex, numbers, statuses }: Extract<TaskPart, { kind: 'numbers' }>,
): Promise<boolean> {
  const chunk = await session.first(queries.chunkStatuses, { taskId, chunkIndex });
  const recorded = chunk?.statuses ?? null;
  const before = statuses?.before ?? null;
  const isAsRead =
    recorded === null || before === null ? recorded === before : Buffer.compare(recorded, before) === 0;
  if (chunk === undefined || !isAsRead) return false;
  await session.change(queries.rewriteChunk, {
    taskId,
    chunkIndex,
    numbers,
    statuses: statuses?.after ?? null,
  });
  return true;
}
