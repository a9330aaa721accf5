import type { Task } from '@dialproof/client';
import { expect, it } from 'vitest';
import { en } from '../texts/en.js';
import { reasonsOf } from './status-chart.js';

it.each([
  [{ no_digits: 12 }, '12 without a number: no digits'],
  [{ empty: 3, no_digits: 12 }, '15 without a number: no digits (12), empty (3)'],
])('counts the rows of %j once', (unread, line) => {
  const unknown = Object.values(unread).reduce((sum, count) => sum + count, 0);
  // The rest of a task says nothing of its unknown rows.
  const task = { checks_failed: 0, notes: [], summary: { unknown }, unread } as unknown as Task;
  expect(reasonsOf(task, en).map(({ count, reason }) => `${count} ${reason}`)).toEqual([line]);
});
