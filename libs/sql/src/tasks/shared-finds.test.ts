import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { DialproofError, type Task, taskId } from '@dialproof/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { SqlSession } from '../database.js';
import { sql } from '../query.js';
import { describeOnPostgres, PostgresSchema } from '../test-databases.fixture.js';
import { SharedFinds } from './shared-finds.js';
import { SqlTaskStore } from './sql-task-store.js';
import { enqueueTask } from './task.fixture.js';

describeOnPostgres('finds of tasks at once', () => {
  async function subject() {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const { database } = test;
    const store = new SqlTaskStore({ database });
    const [one, two] = [(await enqueueTask(store)).taskId, (await enqueueTask(store)).taskId];
    return { database, store, one, two };
  }

  it('share a statement, and those that come while it is under way share the next one, which sees later writes', async () => {
    const { database, one, store, two } = await subject();
    const read = database.read.rows.bind(database.read);
    const rows = vi.spyOn(database.read, 'rows');
    const events = new EventEmitter();
    const [answered, released] = [once(events, 'answered'), once(events, 'released')];
    rows.mockImplementationOnce(async (query, values) => {
      const answer = await read(query, values);
      events.emit('answered');
      await released;
      return answer;
    });
    const first = [store.find(one), store.find(two), store.find(one), store.find(taskId(randomUUID()))];
    await answered;
    const start = sql<{ id: string }>`update tasks set started_at = 7 where task_id = ${'id'}`;
    await database.write((session) => session.change(start, { id: one }));
    const later = [store.find(two), store.find(one)];
    events.emit('released');
    const shown = (tasks: (Task | undefined)[]) => tasks.map((task) => task && [task.taskId, task.startedAt]);
    const before = [one, null];
    expect(shown(await Promise.all(first))).toEqual([before, [two, null], before, undefined]);
    const after = [one, 7];
    expect(shown(await Promise.all(later))).toEqual([[two, null], after]);
    expect(rows).toHaveBeenCalledTimes(2);
  });

  it('give each caller an object of its own', async () => {
    const { one, store } = await subject();
    const [task, other] = await Promise.all([store.find(one), store.find(one)]);
    expect(task).toEqual(other);
    expect(task).not.toBe(other);
  });

  it.each(['nul\0', 'half of a pair \ud800', '"\\'])(
    'find the tasks of others beside the odd id %j, which is found nowhere',
    async (odd) => {
      const { one, store, two } = await subject();
      const [first, none, second] = await Promise.all([
        store.find(one),
        store.find(taskId(odd)),
        store.find(two),
      ]);
      expect([first?.taskId, none, second?.taskId]).toEqual([one, undefined, two]);
    },
  );

  it('find the tasks of others beside one that cannot be read', async () => {
    const { database, one, store, two } = await subject();
    const breakTime = sql<{ id: string }>`
      update tasks set created_at = 9007199254740993 where task_id = ${'id'}`;
    await database.write((session) => session.change(breakTime, { id: one }));
    const [broken, whole] = await Promise.allSettled([store.find(one), store.find(two)]);
    expect(broken).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) });
    expect(whole).toMatchObject({ status: 'fulfilled', value: { taskId: two } });
  });
});

it('ask a database that is away once, and not again for each caller', async () => {
  const away = new DialproofError('storage_unavailable');
  const rows = vi.fn(() => Promise.reject(away));
  // Finds read rows alone.
  const session = { rows } as unknown as SqlSession;
  const finds = new SharedFinds({ session, time: { now: () => 0, after: () => 0, shown: () => 0 } });
  const asked = ['a', 'b', 'c'].map((id) => finds.find(taskId(id)));
  for (const answer of await Promise.allSettled(asked)) expect(answer).toMatchObject({ reason: away });
  expect(rows).toHaveBeenCalledOnce();
});
