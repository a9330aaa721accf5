import { DialproofError, type Task, type TaskListRequest, type TaskPage, taskId } from '@dialproof/core';
import { shownTask, type TaskFinder } from './find-task.js';
import type { TaskQueries } from './queries/task-queries.js';

/** A place in the order of a list: newest first, and by id where the times are the same. */
type Place = Pick<Task, 'createdAt' | 'taskId'>;

/** Above every task: no time of one is as late. */
const TOP: Place = { createdAt: Number.MAX_SAFE_INTEGER, taskId: taskId('') };

export async function listTasks(
  finder: TaskFinder & { readonly queries: TaskQueries },
  { accountId, status, limit, cursor }: TaskListRequest,
): Promise<TaskPage> {
  const { session, queries } = finder;
  const { createdAt: createdBefore, taskId: idBefore } = cursor === null ? TOP : readCursor(cursor);
  // One more than asked for tells whether a page follows.
  const start = { accountId, createdBefore, idBefore, limit: limit + 1 };
  const rows =
    status === null
      ? await session.rows(queries.list, start)
      : await session.rows(queries.listOfStatus, { ...start, status });
  const tasks = rows.slice(0, limit).map((row) => shownTask(finder, row));
  const last = tasks.at(-1);
  return { tasks, nextCursor: last === undefined || rows.length <= limit ? null : cursorOf(last) };
}

function cursorOf({ createdAt, taskId }: Place): string {
  return `${createdAt}.${taskId}`;
}

function readCursor(cursor: string): Place {
  const [, createdAt, id] = /^(-?\d{1,16})\.([\w-]{1,255})$/.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined) {
    throw new DialproofError('malformed_request', { hint: 'the cursor is none that a list has given' });
  }
  return { createdAt: Number(createdAt), taskId: taskId(id) };
}
