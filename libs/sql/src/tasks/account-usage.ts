import { type AccountUsage, utcDayOf } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { queries } from './queries/task-queries.js';

/** What an account has of the store, and has queued today. */
export async function usageOf(
  { session, now }: { readonly session: SqlSession; readonly now: number },
  accountId: string,
): Promise<AccountUsage> {
  const { day, endsInMs } = utcDayOf(now);
  const usage = await session.first(queries.usage, { accountId, day });
  return {
    unfinishedTasks: usage?.unfinished_tasks ?? 0,
    storedBytes: usage?.stored_bytes ?? 0,
    tasksToday: usage?.tasks_of_day ?? 0,
    dayEndsInMs: endsInMs,
  };
}
