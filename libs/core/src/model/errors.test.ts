import { describe, expect, it } from 'vitest';
import { assertFileWithin } from './accounts.js';
import { counted, DialproofError, isDialproofError, withoutNumbers } from './errors.js';

describe('DialproofError', () => {
  it('carries its code, its hint and its cause', () => {
    const cause = new Error('disk full');
    const error = new DialproofError('storage_unavailable', { hint: 'free some space', cause });
    expect(error).toMatchObject({ code: 'storage_unavailable', hint: 'free some space', cause });
    expect(error.message).toBe('storage_unavailable: free some space');
  });

  it('is recognised if it comes from another copy of the package', () => {
    const foreign = Object.assign(new Error('x'), { name: 'DialproofError', code: 'task_not_found' });
    expect(isDialproofError(foreign)).toBe(true);
    expect(isDialproofError(foreign, 'task_not_found')).toBe(true);
    expect(isDialproofError(foreign, 'task_not_done')).toBe(false);
  });

  it.each([
    ['an error of another kind', new Error('task_not_found')],
    ['a driver error with a code', Object.assign(new Error('x'), { code: 'ENOENT' })],
    ['an unknown code', Object.assign(new Error('x'), { name: 'DialproofError', code: 'no_such_code' })],
    ['a plain object', { name: 'DialproofError', code: 'task_not_found' }],
    ['nothing', undefined],
  ])('does not take %s for one', (_, value) => {
    expect(isDialproofError(value)).toBe(false);
  });
});

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

describe('withoutNumbers', () => {
  it.each([
    ['+41 79 123 45 67', '…'],
    ['call (079) 123-45-67 now', 'call (… now'],
    ['٠٧٩١٢٣٤٥٦٧', '…'],
    ['phone_+41791234567.txt', 'phone_….txt'],
    ['123456, 7 of them', '… of them'],
  ])('leaves out what may be a number: %s', (text, shown) => {
    expect(withoutNumbers(text)).toBe(shown);
  });

  it.each(['', 'phone', 'column 12', '1e1', '123456', 'utf-8 and 1252 and 932 and 5'])('keeps %j', (text) => {
    expect(withoutNumbers(text)).toBe(text);
  });

  it('reads a long text in linear time', () => {
    const text = `1${' '.repeat(100_000)}`.repeat(5);
    expect(withoutNumbers(text)).toBe(text);
  });
});
