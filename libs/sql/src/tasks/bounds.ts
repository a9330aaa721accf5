import {
  type AccountBounds,
  type AccountUsage,
  assertBytesWithin,
  assertTaskWithin,
  type Lease,
  type RetryContents,
  type Task,
  type TaskContents,
} from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { bytesOf, enqueue } from './drafts.js';
import type { TaskQueries } from './queries/task-queries.js';
import { resume } from './retries.js';
import type { StoreWork } from './store-work.js';

export async function usageOf(
  { session, queries }: { readonly session: SqlSession; readonly queries: TaskQueries },
  accountId: string,
): Promise<AccountUsage> {
  const unfinished = await session.first(queries.countUnfinished, { accountId });
  const stored = await session.first(queries.sumStoredBytes, { accountId });
  return { unfinishedTasks: Number(unfinished?.tasks ?? 0), storedBytes: Number(stored?.bytes ?? 0) };
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
    const usage = await usageOf(work, draft.account_id);
    assertTaskWithin(usage, bounds);
    assertBytesWithin(usage, bounds, await bytesOf(work, taskId, contents));
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
