import type { AccountUsage } from '../../model/account-bounds.js';
import type { AccountId } from '../../model/identifiers.js';
import type { MemoryTask } from './memory-task.js';
import type { MemoryTaskDay } from './memory-task-day.js';

/** The usage of an account: its share of these tasks, and the tasks that it has queued on this day. */
export function usageOf(accountId: AccountId, tasks: Iterable<MemoryTask>, day: MemoryTaskDay): AccountUsage {
  let unfinishedTasks = 0;
  let bytes = 0;
  for (const task of tasks) {
    const { accountId: owner, document } = task;
    if (owner !== accountId || document.task === null) continue;
    if (!document.hasEnded) unfinishedTasks += 1;
    bytes += task.storedBytes();
  }
  const tasksToday = day.tasksOf(accountId);
  return { unfinishedTasks, storedBytes: bytes, tasksToday, dayEndsInMs: day.endsInMs() };
}
