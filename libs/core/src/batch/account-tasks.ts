import { DialproofError } from '../model/errors.js';
import type { AccountId, TaskId } from '../model/identifiers.js';
import { hasEnded, type Task } from '../model/task.js';
import type { TaskArchive } from '../ports/optional/task-archive.js';
import type { TaskStore } from '../ports/task-store.js';

export interface TaskRequest {
  readonly accountId: AccountId;
  readonly taskId: TaskId;
}

/** A task of this account. Code: `task_not_found`, for another account's task too. */
export async function findTask(
  { store }: { readonly store: Pick<TaskStore, 'find'> },
  { accountId, taskId }: TaskRequest,
): Promise<Task> {
  const task = await store.find(taskId);
  if (task === undefined || task.accountId !== accountId) throw new DialproofError('task_not_found');
  return task;
}

const TASKS_A_PAGE = 100;

/** The account's tasks, newest first. `most` is rounded up to whole pages. */
export async function* accountTasks(
  archive: Pick<TaskArchive, 'list'>,
  accountId: AccountId,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Task, void, undefined> {
  let cursor: string | null = null;
  for (let left = most; left > 0; left -= TASKS_A_PAGE) {
    const page = await archive.list({ accountId, status: null, fileName: null, limit: TASKS_A_PAGE, cursor });
    yield* page.tasks;
    cursor = page.nextCursor;
    if (cursor === null) return;
  }
}

/** The most tasks of an account that are examined, the newest first, and the most rows that they may have together. */
export const MOST_TASKS = 1_000;
export const MOST_ROWS = 5_000_000;

/**
 * The longest expected time from a task's submit to its last answer: an outage lasts a day at most, and a retry may come some days later.
 */
const LONGEST_TASK_MS = 7 * 86_400_000;

/** The account's tasks, newest first, that may have answers found at `since` or later, in milliseconds since 1970. */
export async function* youngTasks(
  archive: Pick<TaskArchive, 'list'>,
  accountId: AccountId,
  since: number,
): AsyncGenerator<Task, void, undefined> {
  let rows = 0;
  for await (const task of accountTasks(archive, accountId, MOST_TASKS)) {
    if (task.createdAt < since - LONGEST_TASK_MS) return;
    if (hasEnded(task.status) && task.finishedAt !== null && task.finishedAt < since) continue;
    rows += task.total;
    if (rows > MOST_ROWS) return;
    yield task;
  }
}
