import {
  type AccountBounds,
  type AccountUsage,
  assertFileWithin,
  assertTaskWithin,
  type Lease,
  type RetryContents,
  type Task,
  type TaskContents,
  utcDayOf,
} from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { bytesOf, enqueue } from './drafts.js';
import { resume } from './retries.js';
import type { StoreWork } from './store-work.js';

export async function usageOf(
  { session, queries, now }: Pick<StoreWork, 'queries' | 'now'> & { readonly session: SqlSession },
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

export async function enqueueWithin(
  work: StoreWork,
  lease: Lease,
  contents: TaskContents,
  bounds: AccountBounds,
): Promise<Task> {
  const { taskId, token } = lease;
  const draft = await work.session.first(work.queries.findDraft, { taskId, token });
  if (draft !== undefined) {
    const bytes = await bytesOf(work, taskId, contents);
    assertFileWithin(await usageOf(work, draft.account_id), bounds, bytes);
  }
  return await enqueue(work, lease, contents);
}

export async function resumeWithin(
  work: StoreWork,
  lease: Lease,
  contents: RetryContents,
  bounds: AccountBounds,
): Promise<Task> {
  const { taskId, token } = lease;
  const retry = await work.session.first(work.queries.findRetry, { taskId, token });
  if (retry !== undefined) assertTaskWithin(await usageOf(work, retry.account_id), bounds);
  return await resume(work, lease, contents);
}
