import { type Clock, MemoryTaskStore, type TaskArchive } from '@dialproof/core';
import { describe, it } from 'vitest';
import { byOwnTime, provesSuite, sharing } from '../runner/suite-proof.fixture.js';
import type { TaskArchiveSubject } from './list-cases.js';
import { taskArchiveContract } from './task-archive-contract.js';

function create(clock: Clock, change: (right: TaskArchive) => TaskArchive): TaskArchiveSubject {
  const store = new MemoryTaskStore({ clock });
  return { store, archive: change(store), close: async () => {} };
}

describe('MemoryTaskStore', () => {
  provesSuite<TaskArchive, TaskArchiveSubject>(taskArchiveContract, create, {
    'removes a task once in concurrent calls': sharing('remove'),
    'shows every other task once while tasks are added and removed': (archive) => ({
      async list({ cursor, limit, ...request }) {
        const { tasks } = await archive.list({ ...request, limit: 1_000, cursor: null });
        const from = tasks.findIndex(({ taskId }) => taskId === cursor) + 1;
        const page = tasks.slice(from, from + limit);
        return { tasks: page, nextCursor: (from + limit < tasks.length && page.at(-1)?.taskId) || null };
      },
    }),
  });
});

describe('MemoryTaskStore, by a time of its own', () => {
  taskArchiveContract({ describe, it }, byOwnTime(create));
});
