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
async function storedNumbers(
  settings: NumbersSettings,
  { accountId, taskId }: Task,
  chunkIndex: number,
): Promise<NumberChunk> {
  const chunk = await settings.archive.numbers(taskId, chunkIndex);
  if (chunk !== undefined) return decodeNumberChunk(chunk);
  await findTask(settings, { accountId, taskId });
  throw new RangeError(`the numbers of chunk ${chunkIndex} of a task are missing in the task store`);
}

/** The same; undefined where they cannot be read and the task has failed, as it does for that: what else it has can be seen all the same. */
export async function readableNumbers(
  settings: NumbersSettings,
  task: Task,
  chunkIndex: number,
): Promise<NumberChunk | undefined> {
  try {
    return await storedNumbers(settings, task, chunkIndex);
  } catch (error) {
    if (task.status === 'failed' && error instanceof RangeError) return undefined;
    throw error;
  }
}
