import { findTask, type TaskRequest } from '../../batch/find-task.js';
import { DialproofError } from '../../model/errors.js';
import type { AccountId } from '../../model/identifiers.js';
import { hasEnded, TASK_STATUSES, type TaskStatus } from '../../model/task.js';
import type { TaskArchive, TaskPage } from '../../ports/task-archive.js';
import type { TaskStore } from '../../ports/task-store.js';
import { type PageRequest, pageLimit } from './page-request.js';
import { notSupported } from './supported-operations.js';

export interface ListRequest extends PageRequest {
  readonly accountId: AccountId;
  /** Only tasks in this status. Default: in any. */
  readonly status?: TaskStatus;
}

export interface ArchiveSettings {
  readonly store: Pick<TaskStore, 'find'>;
  readonly archive: TaskArchive | null;
}

/** A page of the account's tasks. Throws TypeError or RangeError for a status or a limit that there is not. */
export async function listTasks(
  { archive }: Pick<ArchiveSettings, 'archive'>,
  { accountId, cursor = null, limit, status }: ListRequest,
): Promise<TaskPage> {
  if (archive === null) throw notSupported('archive');
  if (status !== undefined && !TASK_STATUSES.includes(status)) {
    throw new TypeError(`status must be one of ${TASK_STATUSES.join(', ')}, not ${String(status)}`);
  }
  return await archive.list({ accountId, status: status ?? null, limit: pageLimit(limit), cursor });
}

/** Removes a task that has ended. */
export async function removeTask(settings: ArchiveSettings, request: TaskRequest): Promise<void> {
  const { archive } = settings;
  if (archive === null) throw notSupported('archive');
  const task = await findTask(settings, request);
  if (!hasEnded(task.status)) {
    throw new DialproofError('task_not_done', { hint: `the task is ${task.status}; cancel it first` });
  }
  if (await archive.remove(request.taskId)) return;
  // Somebody else has removed it meanwhile, which the same look finds out, or has begun to retry it.
  await findTask(settings, request);
  throw new DialproofError('task_not_done', { hint: 'a retry of the task has been begun' });
}
