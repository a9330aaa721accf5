import { type AccountUsage, STORED_TASK_BYTES } from '../../model/account-bounds.js';
import type { AccountId } from '../../model/identifiers.js';
import type { TaskContents } from '../../ports/task-store.js';
import type { MemoryDraft } from './memory-draft.js';
import type { MemoryTask } from './memory-task.js';

/** What a task of this draft counts as. */
export function storedBytes({ rowBlocks }: MemoryDraft, { chunks }: TaskContents): number {
  return [...rowBlocks, ...chunks].reduce((bytes, part) => bytes + part.length, STORED_TASK_BYTES);
}

/** What the account has of these tasks. */
export function usageOf(tasks: Iterable<MemoryTask>, accountId: AccountId): AccountUsage {
  let unfinishedTasks = 0;
  let bytes = 0;
  for (const task of tasks) {
    if (task.accountId !== accountId) continue;
    if (!task.hasEnded) unfinishedTasks += 1;
    bytes += task.storedBytes;
  }
  return { unfinishedTasks, storedBytes: bytes };
}
