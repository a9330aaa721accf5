import { DialproofError } from '../../model/errors.js';
import type { TaskId } from '../../model/identifiers.js';
import { assertDone, type Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import type { TaskRequest } from '../find-task.js';

/**
 * The done task that one is compared with. Codes: `same_task`, `task_not_found`, `task_not_done`, with hints that tell them from those about
 * the task itself.
 */
export async function taskBefore(
  { store }: { readonly store: Pick<TaskStore, 'find'> },
  { accountId, taskId }: TaskRequest,
  against: TaskId,
): Promise<Task> {
  if (against === taskId) {
    throw new DialproofError('same_task', { hint: 'the task would be compared with itself' });
  }
  const before = await store.find(against);
  if (before === undefined || before.accountId !== accountId) {
    throw new DialproofError('task_not_found', { hint: 'there is no task to compare with by that id' });
  }
  assertDone(before, false, 'the task to compare with');
  return before;
}
