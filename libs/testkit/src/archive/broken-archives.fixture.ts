import {
  type ManualClock,
  MemoryTaskStore,
  namesWith,
  type Task,
  type TaskArchive,
  type TaskId,
  type TaskListRequest,
  type TaskStore,
} from '@dialproof/core';
import { type Broken, FaultError, nextTurn, withFault } from '../runner/broken.fixture.js';
import { OWNER } from '../tasks/subject/sample-task.js';
import type { TaskArchiveSubject } from './task-archive-subject.js';

export async function correctArchive(clock: ManualClock): Promise<TaskArchiveSubject> {
  const store = new MemoryTaskStore({ clock });
  return { store, archive: store, close: async () => {} };
}

/** An archive that is correct except for this fault; `store` changes the tasks of its store. */
function brokenArchive(
  fault: string,
  caughtBy: string,
  make: (
    archive: MemoryTaskStore,
    clock: ManualClock,
  ) => Partial<TaskArchive> & { store?: Partial<TaskStore> },
): Broken<TaskArchiveSubject, [ManualClock]> {
  const create = async (clock: ManualClock) => {
    const right = new MemoryTaskStore({ clock });
    const { store = {}, ...archive } = make(right, clock);
    return {
      store: withFault<TaskStore>(right, store),
      archive: withFault<TaskArchive>(right, archive),
      close: async () => {},
    };
  };
  return { fault, caughtBy, create };
}

/** The whole list that this request is about, without pages. */
async function wholeList(archive: TaskArchive, request: TaskListRequest): Promise<readonly Task[]> {
  return (await archive.list({ ...request, limit: 1_000, cursor: null })).tasks;
}

/** An archive whose cursors are places in a list that `order` puts in order. */
const byPlace =
  (order: (tasks: readonly Task[]) => readonly Task[]) =>
  (archive: TaskArchive): Partial<TaskArchive> => ({
    async list(request) {
      const tasks = order(await wholeList(archive, request));
      const from = Number(request.cursor ?? 0);
      const until = from + request.limit;
      return { tasks: tasks.slice(from, until), nextCursor: until < tasks.length ? String(until) : null };
    },
  });

/** An archive that finds names in this way. */
const searching =
  (isFound: (name: string, text: string) => boolean) =>
  (archive: TaskArchive): Partial<TaskArchive> => ({
    async list({ fileName, ...request }) {
      const page = await archive.list({ ...request, fileName: null });
      return { ...page, tasks: page.tasks.filter(({ file }) => isFound(file.name, fileName ?? '')) };
    },
  });

const NEWEST = 'lists tasks newest first, as find shows them';
const PAGES = 'lists page after page, also of tasks that were created at the same time';
const NAMED = 'lists the tasks whose file has a name with a text in it';
const SEARCHED = 'goes through all pages of a search, in one status too';
const ONCE = 'shows every other task once while tasks are added and removed';
const WHOLE = 'removes a task that has ended, with all of its data';
const NOT_ENDED = 'removes neither an unfinished task nor an unknown one';
const RETRIED = 'removes no task whose retry was begun, until that is discarded';
const EXPIRES = 'expires tasks that ended before that time, and no others';
const LIMITED = 'expires at most as many as asked, in the order of their ends';

export const BROKEN_ARCHIVES = [
  brokenArchive('gives a cursor for an empty list', 'lists nothing of an unknown account', (archive) => ({
    async list(request) {
      const page = await archive.list(request);
      return { ...page, nextCursor: page.nextCursor ?? request.cursor ?? '0.0' };
    },
  })),
  brokenArchive(
    'lists the oldest first',
    NEWEST,
    byPlace((tasks) => [...tasks].reverse()),
  ),
  brokenArchive(
    'lists tasks by their ids',
    NEWEST,
    byPlace((tasks) =>
      [...tasks].sort((a, b) => (a.taskId < b.taskId ? -1 : 1)).sort((a, b) => a.total - b.total),
    ),
  ),
  brokenArchive('lists tasks without their counts', NEWEST, (archive) => ({
    async list(request) {
      const { tasks, ...page } = await archive.list(request);
      return { ...page, tasks: tasks.map((task) => ({ ...task, processed: 0 })) };
    },
  })),
  brokenArchive("lists everybody's tasks", 'lists the tasks of one account alone', (archive) => ({
    list: (request) => archive.list({ ...request, accountId: OWNER }),
  })),
  brokenArchive('does not look at the status', 'lists the tasks in one status', (archive) => ({
    list: (request) => archive.list({ ...request, status: null }),
  })),
  brokenArchive(
    'filters by the status after it has made the page',
    'lists the tasks in one status',
    (archive) => ({
      async list(request) {
        const { tasks, ...page } = await archive.list({ ...request, status: null });
        return {
          ...page,
          tasks: tasks.filter(({ status }) => (request.status ?? status) === status).slice(0, 1),
        };
      },
    }),
  ),
  brokenArchive('does not look at the name', NAMED, (archive) => ({
    list: (request) => archive.list({ ...request, fileName: null }),
  })),
  brokenArchive(
    'finds names in one letter case only',
    NAMED,
    searching((name, text) => name.includes(text)),
  ),
  brokenArchive(
    'takes the text for a pattern',
    NAMED,
    searching((name, text) => new RegExp(text.replaceAll('%', '.*').replaceAll('_', '.'), 'iu').test(name)),
  ),
  brokenArchive('ends a search at the first page that has nothing', SEARCHED, (archive) => ({
    async list({ fileName, ...request }) {
      const { tasks, nextCursor } = await archive.list({ ...request, fileName: null });
      const found = tasks.filter(({ file }) => fileName === null || namesWith(fileName)(file.name));
      return { tasks: found, nextCursor: fileName !== null && found.length === 0 ? null : nextCursor };
    },
  })),
  brokenArchive('looks at the status or at the name', SEARCHED, (archive) => ({
    list: (request) => archive.list({ ...request, ...(request.fileName === null ? {} : { status: null }) }),
  })),
  brokenArchive('goes on behind the time of the last task', PAGES, (archive) => ({
    async list(request) {
      const until = Number(request.cursor ?? Number.MAX_SAFE_INTEGER);
      const following = (await wholeList(archive, request)).filter(({ createdAt }) => createdAt < until);
      const tasks = following.slice(0, request.limit);
      const last = tasks.at(-1);
      return {
        tasks,
        nextCursor: last !== undefined && following.length > tasks.length ? String(last.createdAt) : null,
      };
    },
  })),
  brokenArchive(
    'gives a cursor with every full page',
    'says that no page follows a full one that was the last',
    (archive) => ({
      async list(request) {
        const page = await archive.list(request);
        return page.tasks.length === request.limit ? { ...page, nextCursor: page.nextCursor ?? '0.0' } : page;
      },
    }),
  ),
  brokenArchive(
    'counts the tasks of a list from its beginning',
    ONCE,
    byPlace((tasks) => tasks),
  ),
  brokenArchive('goes on behind a task, or from the beginning when that is gone', ONCE, (archive) => ({
    async list(request) {
      const tasks = await wholeList(archive, request);
      const from = tasks.findIndex(({ taskId }) => taskId === request.cursor) + 1;
      const page = tasks.slice(from, from + request.limit);
      const isLast = from + page.length >= tasks.length;
      return { tasks: page, nextCursor: isLast ? null : (page.at(-1)?.taskId ?? null) };
    },
  })),
  brokenArchive(
    'takes any text for a cursor',
    'refuses a cursor that it has not given',
    byPlace((tasks) => tasks),
  ),
  brokenArchive('fails on a cursor that is none', 'refuses a cursor that it has not given', (archive) => ({
    list: (request) =>
      archive.list(request).catch(() => {
        throw new FaultError('invalid input syntax for type bigint');
      }),
  })),
  brokenArchive('hides a removed task, and keeps its rows', WHOLE, (archive) => {
    const blocks = new Map<TaskId, Uint8Array | undefined>();
    return {
      async remove(taskId) {
        blocks.set(taskId, await archive.rowBlock(taskId, 0));
        return archive.remove(taskId);
      },
      store: {
        rowBlock: async (taskId, index) => (await archive.rowBlock(taskId, index)) ?? blocks.get(taskId),
      },
    };
  }),
  brokenArchive('lists what was removed', WHOLE, (archive) => {
    const removed: Task[] = [];
    return {
      async remove(taskId) {
        const task = await archive.find(taskId);
        const isRemoved = await archive.remove(taskId);
        if (task !== undefined && isRemoved) removed.push(task);
        return isRemoved;
      },
      async list(request) {
        const page = await archive.list(request);
        return { ...page, tasks: [...page.tasks, ...removed] };
      },
    };
  }),
  brokenArchive('says again that it has removed a task', WHOLE, (archive) => {
    const removed = new Set<TaskId>();
    return {
      async remove(taskId) {
        const isRemoved = await archive.remove(taskId);
        if (isRemoved) removed.add(taskId);
        return removed.has(taskId);
      },
    };
  }),
  brokenArchive('removes what is being checked', NOT_ENDED, (archive) => {
    const removed = new Set<TaskId>();
    return {
      async remove(taskId) {
        if ((await archive.find(taskId)) !== undefined) removed.add(taskId);
        return (await archive.remove(taskId)) || removed.has(taskId);
      },
    };
  }),
  brokenArchive('rejects what it cannot remove', NOT_ENDED, (archive) => ({
    async remove(taskId) {
      if (!(await archive.remove(taskId))) throw new FaultError('no such task');
      return true;
    },
  })),
  brokenArchive('removes a task whose retry was begun', RETRIED, (archive) => ({
    async remove(taskId) {
      const { finishedAt } = (await archive.find(taskId)) ?? {};
      return (await archive.remove(taskId)) || (finishedAt ?? null) !== null;
    },
  })),
  brokenArchive('never removes a task whose retry was ever begun', RETRIED, (archive) => {
    const retried = new Set<TaskId>();
    return {
      remove: async (taskId) => !retried.has(taskId) && archive.remove(taskId),
      store: {
        async beginRetry(taskId, leaseMs) {
          retried.add(taskId);
          return archive.beginRetry(taskId, leaseMs);
        },
      },
    };
  }),
  brokenArchive(
    'reads whether a task exists and then removes it',
    'removes a task once in concurrent calls',
    (archive) => ({
      async remove(taskId) {
        const isThere = (await archive.find(taskId)) !== undefined;
        await nextTurn();
        await archive.remove(taskId);
        return isThere;
      },
    }),
  ),
  brokenArchive('removes the statuses of every task', 'leaves all other tasks unchanged', (archive) => {
    let hasRemoved = false;
    return {
      async remove(taskId) {
        hasRemoved = true;
        return archive.remove(taskId);
      },
      store: { statuses: async (taskId) => (hasRemoved ? [] : archive.statuses(taskId)) },
    };
  }),
  brokenArchive('expires nothing', EXPIRES, () => ({ expire: async () => 0 })),
  brokenArchive('expires whatever has ended', EXPIRES, (archive) => ({
    expire: ({ limit }) => archive.expire({ endedBeforeMs: 0, limit }),
  })),
  brokenArchive('counts what it looked at', EXPIRES, (archive) => ({
    async expire(expiry) {
      return (await archive.expire(expiry)) && expiry.limit;
    },
  })),
  brokenArchive('expires everything at once', LIMITED, (archive) => ({
    expire: (expiry) => archive.expire({ ...expiry, limit: 1_000 }),
  })),
  brokenArchive('expires what ended last', LIMITED, (archive) => ({
    async expire({ limit }) {
      const tasks = await wholeList(archive, {
        accountId: OWNER,
        status: 'done',
        fileName: null,
        limit,
        cursor: null,
      });
      const expired = tasks.slice(0, limit);
      for (const { taskId } of expired) await archive.remove(taskId);
      return expired.length;
    },
  })),
  brokenArchive(
    'expires a task by its first end',
    'expires a retried task by its last end',
    (archive, clock) => {
      const ended = new Map<TaskId, number>();
      return {
        async expire({ endedBeforeMs }) {
          let removed = 0;
          for (const [taskId, endedAt] of ended) {
            const isOld = endedAt <= clock.elapsed() - endedBeforeMs;
            if (isOld && (await archive.remove(taskId))) removed += 1;
          }
          return removed;
        },
        store: {
          async finish(lease, ending) {
            await archive.finish(lease, ending);
            ended.set(lease.taskId, ended.get(lease.taskId) ?? clock.elapsed());
          },
        },
      };
    },
  ),
];
