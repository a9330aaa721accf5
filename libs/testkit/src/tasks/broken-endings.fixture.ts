import type { Task, TaskEnding, TaskId, TaskStore } from '@dialproof/core';
import { FaultError } from '../runner/broken.fixture.js';
import { brokenStore, showing } from './broken-store.fixture.js';

/** A store whose tasks end as `ended` says: from the task as it ended rightly, and from every ending in turn. */
function endingAs(store: TaskStore, ended: (task: Task, ending: TaskEnding) => Task): Partial<TaskStore> {
  const endings = new Map<TaskId, TaskEnding>();
  const show = (task: Task) => {
    const ending = endings.get(task.taskId);
    return ending === undefined ? task : ended(task, ending);
  };
  return {
    ...showing(store, show),
    async finish(taskId, ending) {
      const task = await store.finish(taskId, ending);
      endings.set(taskId, ending);
      return show(task);
    },
  };
}

/** The first of these tasks that has not ended. */
const firstUnfinished = async (store: TaskStore, taskIds: Iterable<TaskId>) => {
  for (const taskId of taskIds) {
    const task = await store.find(taskId);
    if (task !== undefined && task.finishedAt === null) return task;
  }
  return undefined;
};

const FAILS = 'offers the finish of a task that was told to fail, next and with what was verified';

export const BROKEN_ENDINGS = [
  brokenStore('forgets what a task cost', 'ends a task with what it cost', (store) => ({
    finish: (taskId, ending) => store.finish(taskId, { ...ending, charged: 0 }),
  })),
  brokenStore('shows credits as held of what has ended', 'ends a task with what it cost', (store) =>
    endingAs(store, (task, { charged }) => ({ ...task, credits: { held: 3, charged } })),
  ),
  brokenStore('charges on the task before it has ended', 'ends a task with what it cost', (store) =>
    showing(store, (task) => ({ ...task, credits: { held: task.credits.held, charged: task.credits.held } })),
  ),
  brokenStore(
    'believes the clock also when it ends a task before it was started',
    'ends no task before it was started, whatever the clock says',
    (store) => endingAs(store, (task, { finishedAt }) => ({ ...task, finishedAt })),
  ),
  brokenStore('ends a task again', 'leaves a task as it is that has ended', (store) =>
    endingAs(store, (task, { status, failureReason, charged, finishedAt }) => ({
      ...task,
      status,
      failureReason,
      finishedAt,
      credits: { held: 0, charged },
    })),
  ),
  brokenStore('rejects the repeat of a finish', 'leaves a task as it is that has ended', (store) => {
    const ended = new Set<TaskId>();
    return {
      async finish(taskId, ending) {
        if (ended.has(taskId)) throw new FaultError('the task has ended');
        ended.add(taskId);
        return store.finish(taskId, ending);
      },
    };
  }),
  brokenStore(
    'ends a task for each who ends it',
    'ends a task once when it is ended at several places at once',
    (store) => ({
      async finish(taskId, ending) {
        const task = await store.finish(taskId, ending);
        return { ...task, credits: { ...task.credits, charged: ending.charged } };
      },
    }),
  ),
  brokenStore('answers the end of what is no task with nothing', 'ends nothing that is no task', (store) => ({
    // A row count that nobody looks at.
    finish: (taskId, ending) => store.finish(taskId, ending).catch(() => ({}) as Task),
  })),
  brokenStore('does not fail', FAILS, () => ({ fail: async () => {} })),
  brokenStore('fails a task at once', FAILS, (store) => {
    const failing = new Set<TaskId>();
    return {
      ...showing(store, (task) =>
        failing.has(task.taskId) ? { ...task, status: 'failed', failureReason: 'checker_unavailable' } : task,
      ),
      async fail(taskId, reason) {
        failing.add(taskId);
        await store.fail(taskId, reason);
      },
    };
  }),
  brokenStore('charges nothing for what fails', FAILS, (store) => ({
    async claim(request) {
      const answer = await store.claim(request);
      if (answer.claim?.kind !== 'finish' || answer.claim.failureReason === null) return answer;
      return { claim: { ...answer.claim, verified: 0 } };
    },
  })),
  brokenStore('forgets why a task fails', FAILS, (store) => ({
    async claim(request) {
      const answer = await store.claim(request);
      return answer.claim?.kind === 'finish' ? { claim: { ...answer.claim, failureReason: null } } : answer;
    },
  })),
  brokenStore('waits for running chunks before it lets a task fail', FAILS, (store) => {
    const failing = new Set<TaskId>();
    return {
      async fail(taskId) {
        failing.add(taskId);
      },
      async claim(request) {
        const answer = await store.claim(request);
        const task = await firstUnfinished(store, failing);
        if (answer.claim !== null || task === undefined) return answer;
        return { claim: { kind: 'finish', task, verified: 2, failureReason: 'checker_unavailable' } };
      },
    };
  }),
  brokenStore(
    'throws away what a failed task has recorded',
    'fails a task with its reason and keeps what was recorded',
    (store) =>
      endingAs(store, (task) =>
        task.status === 'failed' ? { ...task, processed: 0, summary: { ...task.summary, dead: 0 } } : task,
      ),
  ),
  brokenStore(
    'shows no reason of what has failed',
    'fails a task with its reason and keeps what was recorded',
    (store) => ({
      finish: (taskId, ending) => store.finish(taskId, { ...ending, failureReason: null }),
    }),
  ),
  brokenStore(
    'fails only what is processing',
    'takes a queued task that was told to fail through processing',
    (store) => ({
      async fail(taskId, reason) {
        if ((await store.find(taskId))?.status === 'processing') await store.fail(taskId, reason);
      },
    }),
  ),
  brokenStore(
    'does not fail what is recorded in full',
    'fails a task that has only its finish left',
    (store) => ({
      async fail(taskId, reason) {
        const task = await store.find(taskId);
        if (task?.processed !== task?.total) await store.fail(taskId, reason);
      },
    }),
  ),
];
