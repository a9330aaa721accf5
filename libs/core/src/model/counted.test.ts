import { describe, expect, it } from 'vitest';
import { assertFileWithin } from './account-bounds.js';
import { counted } from './errors.js';

describe('counted', () => {
  it('uses the singular for one and the plural for every other count', () => {
    expect([0, 1, 2].map((count) => counted(count, 'task'))).toEqual(['0 tasks', '1 task', '2 tasks']);
    expect([1, 3].map((count) => counted(count, 'task is', 'tasks are'))).toEqual([
      '1 task is',
      '3 tasks are',
    ]);
  });
});

describe('hints about the bounds of an account', () => {
  const none = { unfinishedTasks: 0, storedBytes: 0, tasksToday: 0, dayEndsInMs: 5 };
  const bounds = { maxUnfinishedTasks: 1, maxStoredBytes: 1, maxTasksPerDay: 1 };

  it.each([
    [{ unfinishedTasks: 1 }, 'the account has 1 unfinished task, and 1 is allowed; wait until one has ended'],
    [
      { tasksToday: 1 },
      'the account has queued 1 task since midnight UTC, and 1 a day is allowed; deleted ones count',
    ],
    [
      { storedBytes: 1 },
      'the tasks of the account take 1 byte, and 1 is allowed; delete tasks that are no longer needed',
    ],
  ])('have one of %j in the singular', (usage, hint) => {
    expect(() => assertFileWithin({ ...none, ...usage }, bounds, 1)).toThrow(
      expect.objectContaining({ hint }),
    );
  });
});
