import { DialproofError } from '../model/errors.js';
import type { AccountId, TaskId } from '../model/identifiers.js';
import type { Task } from '../model/task.js';
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
