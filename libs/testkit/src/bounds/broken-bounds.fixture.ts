import {
  assertTaskWithin,
  type BoundedTasks,
  type ManualClock,
  MemoryTaskStore,
  newTaskId,
  utcDayOf,
} from '@dialproof/core';
import { type Broken, nextTurn, withFault } from '../runner/broken.fixture.js';
import { beginDraft, OWNER, sampleContents } from '../tasks/subject/sample-task.js';
import type { BoundedTasksSubject } from './bounded-tasks-subject.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export async function correctBounds(clock: ManualClock): Promise<BoundedTasksSubject> {
  const store = new MemoryTaskStore({ clock });
  return { store, bounded: store, archive: store, close: async () => {} };
}

/** Bounds that do everything but this right. */
function brokenBounds(
  fault: string,
  caughtBy: string,
  make: (store: MemoryTaskStore, clock: ManualClock) => Partial<BoundedTasks>,
): Broken<BoundedTasksSubject, [ManualClock]> {
  const create = async (clock: ManualClock) => {
    const store = new MemoryTaskStore({ clock });
    const bounded = withFault<BoundedTasks>(store, make(store, clock));
    return { store, bounded, archive: store, close: async () => {} };
  };
  return { fault, caughtBy, create };
}

export const BROKEN_BOUNDS = [
  brokenBounds('counts the tasks of everybody', 'counts nothing of an account without tasks', (store) => ({
    usage: async () => {
      const lease = await beginDraft(store, { taskId: newTaskId() });
      await store.enqueue(lease, sampleContents(1));
      return store.usage(OWNER);
    },
  })),
  brokenBounds(
    'counts tasks without their bytes',
    'counts the row blocks and the chunks of a task, and the task itself',
    (store) => ({ usage: async (account) => ({ ...(await store.usage(account)), storedBytes: 0 }) }),
  ),
  brokenBounds(
    'counts tasks that have ended as unfinished',
    'counts a task that has ended as stored until it is removed',
    (store) => ({
      async usage(account) {
        const usage = await store.usage(account);
        return { ...usage, unfinishedTasks: usage.storedBytes > 0 ? 1 : 0 };
      },
    }),
  ),
  brokenBounds(
    'ignores the bound of unfinished tasks',
    'queues no more unfinished tasks than the bound, and keeps the draft',
    (store) => ({
      enqueueWithin: (lease, contents, bounds) =>
        store.enqueueWithin(lease, contents, { ...bounds, maxUnfinishedTasks: 1_000 }),
    }),
  ),
  brokenBounds(
    'discards the draft that it refuses',
    'queues no more unfinished tasks than the bound, and keeps the draft',
    (store) => ({
      enqueueWithin: (lease, contents, bounds) =>
        store.enqueueWithin(lease, contents, bounds).catch(async (error) => {
          await store.discard(lease);
          throw error;
        }),
    }),
  ),
  brokenBounds('ignores the bound of bytes', 'queues as many bytes as the bound, and none more', (store) => ({
    enqueueWithin: (lease, contents, bounds) =>
      store.enqueueWithin(lease, contents, { ...bounds, maxStoredBytes: 1_000_000 }),
  })),
  brokenBounds(
    'ignores the bound of a day',
    'queues no more tasks on a day than the bound, and keeps the draft',
    (store) => ({
      enqueueWithin: (lease, contents, bounds) =>
        store.enqueueWithin(lease, contents, { ...bounds, maxTasksPerDay: 1_000 }),
    }),
  ),
  brokenBounds(
    'counts the tasks of the day that are left',
    'counts a task of the day that was removed',
    (store) => ({
      async usage(account) {
        const usage = await store.usage(account);
        return usage.storedBytes === 0 ? { ...usage, tasksToday: 0 } : usage;
      },
    }),
  ),
  brokenBounds('counts retries as tasks', 'counts no retry as a task of the day', (store) => {
    let retries = 0;
    return {
      async usage(account) {
        const usage = await store.usage(account);
        return { ...usage, tasksToday: usage.tasksToday + retries };
      },
      async resumeWithin(lease, contents, bounds) {
        retries += 1;
        return store.resumeWithin(lease, contents, bounds);
      },
    };
  }),
  brokenBounds(
    'has one day that never ends',
    'counts from 0 again when the day has ended, and not before',
    (store) => {
      let most = 0;
      return {
        async usage(account) {
          const usage = await store.usage(account);
          most = Math.max(most, usage.tasksToday);
          return { ...usage, tasksToday: most };
        },
      };
    },
  ),
  brokenBounds(
    'ends its day at the midnight of another time zone',
    'ends the day at midnight UTC, to the millisecond',
    (store) => ({
      async usage(account) {
        const usage = await store.usage(account);
        const dayEndsInMs = usage.dayEndsInMs - HOUR_MS;
        return { ...usage, dayEndsInMs: dayEndsInMs > 0 ? dayEndsInMs : dayEndsInMs + DAY_MS };
      },
    }),
  ),
  brokenBounds('goes by the wall clock', 'begins no new day when the clock is set', (store, clock) => {
    const { day } = utcDayOf(clock.now());
    return {
      async usage(account) {
        const usage = await store.usage(account);
        return utcDayOf(clock.now()).day === day ? usage : { ...usage, tasksToday: 0 };
      },
    };
  }),
  brokenBounds(
    'counts and then queues',
    'queues no more than there is room for, of concurrent tasks',
    (store) => ({
      async enqueueWithin(lease, contents, bounds) {
        assertTaskWithin(await store.usage(OWNER), bounds);
        await nextTurn();
        return store.enqueue(lease, contents);
      },
    }),
  ),
  brokenBounds('refuses a repeat', 'resolves a repeat to the task, whatever the bounds', (store) => ({
    async enqueueWithin(lease, contents, bounds) {
      assertTaskWithin(await store.usage(OWNER), bounds);
      return store.enqueueWithin(lease, contents, bounds);
    },
  })),
  brokenBounds('makes a task of a lost draft', 'makes no task of a missing draft', (store) => ({
    async enqueueWithin(lease, contents, bounds) {
      const draft = (await store.find(lease.taskId)) ? lease : await beginDraft(store);
      return store.enqueueWithin(draft, contents, bounds);
    },
  })),
  brokenBounds(
    'resumes without looking',
    'resumes no more tasks than the bound, and keeps the retry',
    (store) => ({ resumeWithin: (lease, contents) => store.resume(lease, contents) }),
  ),
  brokenBounds(
    'refuses the repeat of a resume',
    'resolves a repeat to the resumed task, whatever the bounds',
    (store) => ({
      async resumeWithin(lease, contents, bounds) {
        assertTaskWithin(await store.usage(OWNER), bounds);
        return store.resumeWithin(lease, contents, bounds);
      },
    }),
  ),
];
