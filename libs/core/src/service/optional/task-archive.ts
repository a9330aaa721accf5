import { findTask, type TaskRequest } from '../../batch/account-tasks.js';
import { type ChangesRequest, type TaskChanges, taskChanges } from '../../batch/results/task-changes.js';
import { type TaskRowPage, taskRows } from '../../batch/results/task-rows.js';
import { DialproofError, notSupported } from '../../model/errors.js';
import type { AccountId } from '../../model/identifiers.js';
import { type PageRequest, pageLimit } from '../../model/page-request.js';
import type { VerificationStatus } from '../../model/statuses.js';
import { hasEnded, MAX_SEARCHED_CHARS, TASK_STATUSES, type TaskStatus } from '../../model/task.js';
import type { TaskArchive, TaskPage } from '../../ports/optional/task-archive.js';
import type { TaskStore } from '../../ports/task-store.js';

export interface ListRequest extends PageRequest {
  readonly accountId: AccountId;
  /** Only tasks with this status. Default: any status. */
  readonly status?: TaskStatus;
  /**
   * Only tasks whose file name contains this text, in any letter case, 1 to 255 characters. A page may then have fewer tasks than its
   * limit, or none, and still a `nextCursor`. Default: any name.
   */
  readonly fileName?: string;
}

export interface ArchiveSettings {
  readonly store: Pick<TaskStore, 'find' | 'rowBlock' | 'statuses'>;
  readonly archive: TaskArchive | null;
}

/** A page of the account's tasks. Throws TypeError or RangeError for an invalid status, name or limit. */
export async function listTasks(
  { archive }: Pick<ArchiveSettings, 'archive'>,
  { accountId, cursor = null, fileName, limit, status }: ListRequest,
): Promise<TaskPage> {
  if (archive === null) throw notSupported('archive');
  if (status !== undefined && !TASK_STATUSES.includes(status)) {
    throw new TypeError(`status must be one of ${TASK_STATUSES.join(', ')}, not ${String(status)}`);
  }
  const asked = { status: status ?? null, fileName: searchedName(fileName), limit: pageLimit(limit) };
  return await archive.list({ ...asked, accountId, cursor });
}

function searchedName(fileName: string | undefined): string | null {
  if (fileName === undefined) return null;
  // A character beyond U+FFFF counts once, as in JSON Schema.
  if (typeof fileName === 'string' && fileName !== '' && [...fileName].length <= MAX_SEARCHED_CHARS)
    return fileName;
  throw new TypeError(`fileName must be text of 1 to ${MAX_SEARCHED_CHARS} characters`);
}

export interface TaskRowsRequest extends TaskRequest, PageRequest {
  /** Only rows with one of these statuses, at least one. Default: all rows, also those whose number was not checked yet. */
  readonly statuses?: readonly VerificationStatus[];
}

/** A page of a task's rows. Throws TypeError or RangeError for invalid statuses or limits. */
export async function pageOfRows(
  { archive, store }: ArchiveSettings,
  { limit, ...request }: TaskRowsRequest,
): Promise<TaskRowPage> {
  if (archive === null) throw notSupported('archive');
  return await taskRows({ archive, store }, { ...request, limit: pageLimit(limit) });
}

/** The changes between two tasks. Throws TypeError or RangeError for invalid kinds or limits. */
export async function changesOfTask(
  { archive, ...settings }: ArchiveSettings & { readonly neutralizeFormulas: boolean },
  request: ChangesRequest,
): Promise<TaskChanges> {
  if (archive === null) throw notSupported('archive');
  return await taskChanges({ ...settings, archive }, request);
}

/** Removes an ended task. */
export async function removeTask(settings: ArchiveSettings, request: TaskRequest): Promise<void> {
  const { archive } = settings;
  if (archive === null) throw notSupported('archive');
  const task = await findTask(settings, request);
  if (!hasEnded(task.status)) {
    throw new DialproofError('task_not_done', { hint: `the task is ${task.status}; cancel it first` });
  }
  if (await archive.remove(request.taskId)) return;
  // Another call has removed the task meanwhile, which `findTask` reports, or has begun to retry it.
  await findTask(settings, request);
  throw new DialproofError('task_not_done', { hint: 'a retry of the task has been begun' });
}
