import { describe, expect, it } from 'vitest';
import { subject } from './sql-task-store.fixture.js';
import { ANN, enqueueTask, FILE } from './task.fixture.js';

const ALL = { accountId: ANN, status: null, limit: 10, cursor: null };

describe('a search of tasks by the names of their files', () => {
  it('looks at 500 tasks in a call, and goes on behind them', async () => {
    const { clock, store } = await subject();
    const { taskId } = await enqueueTask(store, { chunkCount: 0, file: { ...FILE, name: 'wanted.csv' } });
    for (let made = 0; made < 500; made += 1) {
      clock.advance(1);
      await enqueueTask(store, { chunkCount: 0 });
    }
    const first = await store.list({ ...ALL, fileName: 'WANTED' });
    expect(first).toEqual({ tasks: [], nextCursor: expect.any(String) });
    const second = await store.list({ ...ALL, fileName: 'WANTED', cursor: first.nextCursor });
    expect([second.tasks.map((task) => task.taskId), second.nextCursor]).toEqual([[taskId], null]);
  });
});
