import { assertTaskWithin, type BoundedTasks, MemoryTaskStore, utcDayOf } from '@dialproof/core';
import { describe } from 'vitest';
import { nextTurn, provesSuite } from '../runner/suite-proof.fixture.js';
import { OWNER } from '../tasks/subject/sample-task.js';
import { type BoundedTasksSubject, boundedTasksContract } from './bounded-tasks-contract.js';

describe('MemoryTaskStore', () => {
  provesSuite<BoundedTasks, BoundedTasksSubject>(
    boundedTasksContract,
    (clock, change) => {
      const store = new MemoryTaskStore({ clock });
      return { store, bounded: change(store), archive: store, close: async () => {} };
    },
    {
      'queues no more than there is room for, of concurrent tasks': (bounded) => ({
        async enqueueWithin(lease, contents, bounds) {
          assertTaskWithin(await bounded.usage(OWNER), bounds);
          await nextTurn();
          return bounded.enqueueWithin(lease, contents, { ...bounds, maxUnfinishedTasks: 1_000 });
        },
      }),
      'begins no new day when the clock is set': (bounded, clock) => {
        const { day } = utcDayOf(clock.now());
        return {
          async usage(account) {
            const usage = await bounded.usage(account);
            return { ...usage, tasksToday: utcDayOf(clock.now()).day === day ? usage.tasksToday : 0 };
          },
        };
      },
    },
  );
});
