import {
  DialproofError,
  isDialproofError,
  namesWith,
  type StoredChunk,
  type Task,
  type TaskId,
  type TaskListRequest,
  type TaskPage,
  type TaskPart,
  taskId,
} from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { shownTask, type TaskFinder } from './find-task.js';
import { queries } from './queries/task-queries.js';
import type { StoreWork } from './store-work.js';
import { fileText, shownFile } from './task-row.js';

/** A place in the order of a list: newest first, and by id if the times are equal. */
type Place = Pick<Task, 'createdAt' | 'taskId'>;

/** Comes before every task: no task is as new. */
const TOP: Place = { createdAt: Number.MAX_SAFE_INTEGER, taskId: taskId('') };

export async function listTasks(finder: TaskFinder, request: TaskListRequest): Promise<TaskPage> {
  const { cursor, fileName, limit } = request;
  const start = cursor === null ? TOP : readCursor(cursor);
  if (fileName !== null) return await searchTasks(finder, { ...request, fileName }, start);
  // One extra task shows whether another page follows.
  const tasks = await tasksBehind(finder, request, start, limit + 1);
  return pageOf(tasks, limit);
}

/** A search reads this many tasks at once, and this many times. So one call looks at 500 tasks. */
const SEARCHED_AT_ONCE = 100;
const SEARCH_TURNS = 5;

/** Names are in the stored JSON of each file, which has no index. */
async function searchTasks(
  finder: TaskFinder,
  request: TaskListRequest & { readonly fileName: string },
  start: Place,
): Promise<TaskPage> {
  const { limit } = request;
  const isNamed = namesWith(request.fileName);
  const found: Task[] = [];
  let place = start;
  for (let turn = 0; turn < SEARCH_TURNS; turn += 1) {
    const tasks = await tasksBehind(finder, request, place, SEARCHED_AT_ONCE);
    found.push(...tasks.filter(({ file }) => isNamed(file.name)));
    place = tasks.at(-1) ?? place;
    if (found.length > limit || tasks.length < SEARCHED_AT_ONCE) return pageOf(found, limit);
  }
  return { tasks: found, nextCursor: cursorOf(place) };
}

/** The most tasks that a call passes over since they cannot be removed. */
const PASSED_OVER = 100;

/**
 * Removes ended tasks, the earliest first, and resolves to their number. A task that cannot be removed, since it is damaged or a trigger
 * refuses it, stops no other: it is passed over, and tried again by the next call. A call that finds fewer others than its limit rejects
 * with its error.
 */
export async function expireTasks(
  session: SqlSession,
  { endedUntil, limit }: { readonly endedUntil: number; readonly limit: number },
  remove: (taskId: string) => Promise<number>,
): Promise<number> {
  let removed = 0;
  let failure: { readonly error: unknown } | undefined;
  for (const { task_id } of await session.rows(queries.expired, { endedUntil, limit: limit + PASSED_OVER })) {
    if (removed >= limit) break;
    try {
      removed += await remove(task_id);
    } catch (error) {
      if (isDialproofError(error, 'storage_unavailable')) throw error;
      failure ??= { error };
    }
  }
  if (failure !== undefined && removed < limit) throw failure.error;
  return removed;
}

async function tasksBehind(
  finder: TaskFinder,
  { accountId, status }: TaskListRequest,
  { createdAt: createdBefore, taskId: idBefore }: Place,
  limit: number,
): Promise<readonly Task[]> {
  const { session } = finder;
  const start = { accountId, createdBefore, idBefore, limit };
  const rows =
    status === null
      ? await session.rows(queries.list, start)
      : await session.rows(queries.listOfStatus, { ...start, status });
  return rows.map((row) => shownTask(finder, row));
}

/** `tasks`: one more than fits the page, if there are enough. */
function pageOf(tasks: readonly Task[], limit: number): TaskPage {
  const page = tasks.slice(0, limit);
  const last = page.at(-1);
  return { tasks: page, nextCursor: last === undefined || tasks.length <= limit ? null : cursorOf(last) };
}

function cursorOf({ createdAt, taskId }: Place): string {
  return `${createdAt}.${taskId}`;
}

function readCursor(cursor: string): Place {
  const [, createdAt, id] = /^(-?\d{1,16})\.([\w-]{1,255})$/.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined) {
    throw new DialproofError('malformed_request', { hint: 'the cursor is not one that a list has given' });
  }
  return { createdAt: Number(createdAt), taskId: taskId(id) };
}

/** Replaces a part of a task that has ended, if it is as it was read, and resolves to whether it did. */
export async function rewritePart({ session }: StoreWork, taskId: TaskId, part: TaskPart): Promise<boolean> {
  const task = await session.first(queries.lockEnded, { taskId });
  if (task === undefined) return false;
  switch (part.kind) {
    case 'rows': {
      const { after, before, index } = part;
      return (await session.change(queries.rewriteRows, { taskId, index, before, after })) > 0;
    }
    case 'file':
      if (fileText(shownFile(task.file)) !== fileText(part.before)) return false;
      return (await session.change(queries.rewriteFile, { taskId, file: fileText(part.after) })) > 0;
    case 'numbers':
      return await rewriteChunk(session, taskId, part);
    default:
      return part satisfies never;
  }
}

async function rewriteChunk(
  session: SqlSession,
  taskId: TaskId,
  { after, before, chunkIndex }: Extract<TaskPart, { kind: 'numbers' }>,
): Promise<boolean> {
  const stored = await session.first(queries.storedChunk, { taskId, chunkIndex });
  if (stored === undefined || !isSame({ numbers: stored.chunk, statuses: stored.statuses }, before))
    return false;
  await session.change(queries.rewriteChunk, { taskId, chunkIndex, ...after });
  return true;
}

function isSame(stored: StoredChunk, read: StoredChunk): boolean {
  const isSameRecord =
    stored.statuses === null || read.statuses === null
      ? stored.statuses === read.statuses
      : Buffer.compare(stored.statuses, read.statuses) === 0;
  return isSameRecord && Buffer.compare(stored.numbers, read.numbers) === 0;
}
