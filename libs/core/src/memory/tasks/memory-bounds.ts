import type { AccountUsage } from '../../model/account-bounds.js';
import type { AccountId } from '../../model/identifiers.js';
import type { MemoryTask } from './memory-task.js';

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
