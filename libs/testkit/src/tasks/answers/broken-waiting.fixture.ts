import type { OutageReason, Task, TaskId, TaskStore, TaskWaiting } from '@dialproof/core';
import { brokenStore, PerTask, showing } from '../subject/broken-store.fixture.js';

/** A store that shows tasks as waiting by `waits`, with the facts of a correct store. */
function showingWaiting(store: TaskStore, waits: (task: Task) => boolean): Partial<TaskStore> {
  const waiting: TaskWaiting = { reason: 'checker_unavailable', since: 0, nextTryAt: 1 };
  let isOutage = false;
  return {
    ...showing(store, (task) =>
      isOutage && waits(task) ? { ...task, waiting: task.waiting ?? waiting } : task,
    ),
    async reportOutage(report) {
      isOutage = true;
      await store.reportOutage(report);
    },
  };
}

/** A store that fails tasks by `hasWaited`. */
function failing(
  store: TaskStore,
  hasWaited: (taskId: TaskId, failAfterMs: number) => Promise<boolean> | boolean,
): Partial<TaskStore> {
  const tasks = new Set<TaskId>();
  return {
    async enqueue(lease, contents) {
      tasks.add(lease.taskId);
      return store.enqueue(lease, contents);
    },
    async reportOutage(report) {
      await store.reportOutage({ ...report, failAfterMs: Number.POSITIVE_INFINITY });
      for (const taskId of tasks) {
        if (await hasWaited(taskId, report.failAfterMs)) await store.fail(taskId, 'checker_unavailable');
      }
    },
  };
}

const SHOWN = 'shows unfinished tasks as waiting during an outage';
const REASON = 'shows the last reason of an outage';
const NOT_SHOWN = 'shows no task as waiting that has ended, is being finished or is failing';
const FAILS = 'fails the tasks that have waited for too long, and no other';
const NOT_YET = 'does not fail a task before its time';

export const BROKEN_WAITING = [
  brokenStore('shows nothing as waiting', SHOWN, (store) =>
    showing(store, (task) => ({ ...task, waiting: null })),
  ),
  brokenStore('shows the first reason of an outage', REASON, (store) => {
    let first: OutageReason | undefined;
    return {
      async reportOutage(report) {
        first ??= report.reason;
        await store.reportOutage({ ...report, reason: first });
      },
    };
  }),
  brokenStore('knows one reason of an outage', REASON, (store) => ({
    reportOutage: (report) => store.reportOutage({ ...report, reason: 'checker_unavailable' }),
  })),
  brokenStore('shows the tasks alone as waiting that were started', SHOWN, (store) =>
    showing(store, (task) => (task.startedAt === null ? { ...task, waiting: null } : task)),
  ),
  brokenStore('shows tasks as waiting when the outage is over', SHOWN, (store) => {
    const last = new PerTask<{ waiting: TaskWaiting | null }>(() => ({ waiting: null }));
    return showing(store, (task) => {
      last.of(task.taskId).waiting = task.waiting ?? last.of(task.taskId).waiting;
      return { ...task, waiting: last.of(task.taskId).waiting };
    });
  }),
  brokenStore(
    'shows a task as waiting since before it was queued',
    'shows a task that was queued during an outage as waiting since then',
    (store, clock) => {
      let since: number | null = null;
      return {
        ...showing(store, (task) =>
          task.waiting === null ? task : { ...task, waiting: { ...task.waiting, since: since ?? 0 } },
        ),
        async reportOutage(report) {
          since ??= clock.now();
          await store.reportOutage(report);
        },
      };
    },
  ),
  brokenStore(
    'shows the end of a pause that is over while a probe is out',
    'shows when the next probe may go out while one is',
    (store, clock) => {
      let nextTryAt = 0;
      return {
        ...showing(store, (task) =>
          task.waiting === null
            ? task
            : { ...task, waiting: { ...task.waiting, nextTryAt: Math.max(nextTryAt, clock.now()) } },
        ),
        async reportOutage(report) {
          nextTryAt = clock.now() + report.retryAfterMs;
          await store.reportOutage(report);
        },
      };
    },
  ),
  brokenStore('shows everything as waiting, ended or not', NOT_SHOWN, (store) =>
    showingWaiting(store, () => true),
  ),
  brokenStore('shows a task as waiting that is to be finished', NOT_SHOWN, (store) =>
    showingWaiting(store, ({ finishedAt, processed, total }) => finishedAt === null && processed === total),
  ),
  brokenStore('shows a task as waiting that was told to fail', NOT_SHOWN, (store) => {
    const told = new Set<TaskId>();
    return {
      ...showingWaiting(store, ({ taskId, finishedAt }) => finishedAt === null && told.has(taskId)),
      async fail(taskId, reason) {
        told.add(taskId);
        await store.fail(taskId, reason);
      },
    };
  }),
  brokenStore('lets tasks wait for ever', FAILS, (store) => ({
    reportOutage: (report) => store.reportOutage({ ...report, failAfterMs: Number.POSITIVE_INFINITY }),
  })),
  brokenStore('fails every task when an outage has lasted', FAILS, (store, clock) => {
    let began: number | null = null;
    return failing(store, (_, failAfterMs) => {
      began ??= clock.elapsed();
      return clock.elapsed() - began >= failAfterMs;
    });
  }),
  brokenStore('fails by an outage what is answered in full', FAILS, (store, clock) => {
    const came = new Map<TaskId, number>();
    return failing(store, async (taskId, failAfterMs) => {
      came.set(taskId, came.get(taskId) ?? clock.elapsed());
      return clock.elapsed() - (came.get(taskId) ?? 0) >= failAfterMs;
    });
  }),
  brokenStore('counts the time that a task was there before an outage', NOT_YET, (store, clock) =>
    failing(store, async (taskId, failAfterMs) => {
      const task = await store.find(taskId);
      return task !== undefined && task.waiting !== null && clock.now() - task.createdAt >= failAfterMs;
    }),
  ),
  brokenStore('goes on counting from an outage that was over', NOT_YET, (store, clock) => {
    let began: number | null = null;
    return failing(store, (_, failAfterMs) => {
      began ??= clock.elapsed();
      return clock.elapsed() - began >= failAfterMs;
    });
  }),
  brokenStore(
    'drops answers of a task that has failed by waiting',
    'takes answers of a task that failed by waiting',
    (store) => ({
      async record(lease, record) {
        const answer = await store.record(lease, record);
        return answer.outcome === 'recorded' && answer.isEnding ? { outcome: 'closed' } : answer;
      },
    }),
  ),
];
