import type { AccountId } from '../model/identifiers.js';
import type { Task } from '../model/task.js';
import type { TaskArchive } from '../ports/optional/task-archive.js';

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
