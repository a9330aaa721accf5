import type { Task } from '../../model/task.js';
import type { TaskArchive } from '../../ports/optional/task-archive.js';
import type { TaskStore } from '../../ports/task-store.js';
import { findTask } from '../find-task.js';
import { decodeNumberChunk, type NumberChunk } from '../number-chunk.js';

export interface NumbersSettings {
  readonly store: Pick<TaskStore, 'find'>;
  readonly archive: Pick<TaskArchive, 'numbers'>;
}

/** The numbers of a chunk. Rejects with `task_not_found` if the task was deleted meanwhile, and with RangeError if they cannot be read. */
export async function storedNumbers(
  settings: NumbersSettings,
  { accountId, taskId }: Task,
  chunkIndex: number,
): Promise<NumberChunk> {
  const chunk = await settings.archive.numbers(taskId, chunkIndex);
  if (chunk !== undefined) return decodeNumberChunk(chunk);
  await findTask(settings, { accountId, taskId });
  throw new RangeError(`the numbers of chunk ${chunkIndex} of a task are missing in the task store`);
}
