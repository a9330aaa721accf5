import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { TaskId } from '../../model/identifiers.js';
import type { TaskListRequest } from '../../ports/optional/task-archive.js';
import { ALICE, BOB, type Trial, trialService } from '../trial-service.fixture.js';

const CSV = 'phone\n+14155550100\n+14155550101\n';

/** A service whose store is its archive. */
async function archived(): Promise<Trial> {
  const clock = new ManualClock();
  const store = new MemoryTaskStore({ clock });
  return await trialService({ clock, store, archive: store });
}

async function submitMany(trial: Trial, count: number): Promise<TaskId[]> {
  const ids: TaskId[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.unshift((await trial.submitCsv('phone\n+14155550100\n')).taskId);
    trial.clock.advance(1_000);
  }
  return ids;
}

describe('listing tasks', () => {
  it('shows the newest first, page after page, 20 on each unless told otherwise', async () => {
    const trial = await archived();
    const ids = await submitMany(trial, 23);
    const first = await trial.service.list({ accountId: ALICE });
    const second = await trial.service.list({ accountId: ALICE, cursor: first.nextCursor });
    const shown = [...first.tasks, ...second.tasks].map(({ taskId }) => taskId);
    expect([first.tasks.length, second.nextCursor]).toEqual([20, null]);
    expect(shown).toEqual(ids);
    const all = await trial.service.list({ accountId: ALICE, limit: 100, cursor: null });
    expect(all.tasks).toHaveLength(23);
  });

  it('shows the tasks of the account alone, in the status that is asked for', async () => {
    const trial = await archived();
    const done = await trial.workToEnd(await trial.submitCsv(CSV));
    const queued = await trial.submitCsv(CSV);
    const list = async (status: 'done' | 'queued') =>
      (await trial.service.list({ accountId: ALICE, status })).tasks.map(({ taskId }) => taskId);
    expect(await list('done')).toEqual([done.taskId]);
    expect(await list('queued')).toEqual([queued.taskId]);
    expect(await trial.service.list({ accountId: BOB })).toEqual({ tasks: [], nextCursor: null });
  });

  it('shows the tasks whose file name contains the searched text', async () => {
    const trial = await archived();
    const { taskId } = await trial.submitCsv(CSV);
    const { tasks } = await trial.service.list({ accountId: ALICE });
    const name = tasks[0]?.file.name.toUpperCase() ?? '';
    const list = async (fileName: string) =>
      (await trial.service.list({ accountId: ALICE, fileName })).tasks.map((task) => task.taskId);
    expect(await list(name)).toEqual([taskId]);
    expect(await list(`${name}x`)).toEqual([]);
  });

  it.each(['', 'x'.repeat(256), 7 as unknown as string])(
    'rejects with TypeError for the name %o',
    async (fileName) => {
      const { service } = await archived();
      await expect(service.list({ accountId: ALICE, fileName })).rejects.toThrow(TypeError);
    },
  );

  it('refuses a cursor that no list has given', async () => {
    const { service } = await archived();
    const listed = service.list({ accountId: ALICE, cursor: 'page 2' });
    await expect(listed).rejects.toMatchObject({ code: 'malformed_request' });
  });

  it.each([0, 101, 1.5, Number.NaN])('rejects with RangeError for a limit of %d', async (limit) => {
    const { service } = await archived();
    await expect(service.list({ accountId: ALICE, limit })).rejects.toThrow(RangeError);
  });

  it('rejects with TypeError for an unknown status', async () => {
    const { service } = await archived();
    // Only a caller without types can pass this.
    const status = 'finished' as TaskListRequest['status'] & string;
    await expect(service.list({ accountId: ALICE, status })).rejects.toThrow(TypeError);
  });
});

describe('removing a task', () => {
  it('leaves nothing of it except its charges', async () => {
    const trial = await archived();
    const { taskId } = await trial.workToEnd(await trial.submitCsv(CSV));
    await trial.service.remove({ accountId: ALICE, taskId });
    const request = { accountId: ALICE, taskId };
    await expect(trial.service.task(request)).rejects.toMatchObject({ code: 'task_not_found' });
    await expect(trial.service.results(request)).rejects.toMatchObject({ code: 'task_not_found' });
    expect((await trial.service.list({ accountId: ALICE })).tasks).toEqual([]);
    expect(await trial.service.balance(ALICE)).toEqual({ available: 998, held: 0 });
    await expect(trial.service.remove(request)).rejects.toMatchObject({ code: 'task_not_found' });
  });

  it('refuses a task that has not ended, and one of another account', async () => {
    const trial = await archived();
    const { taskId } = await trial.submitCsv(CSV);
    const remove = (accountId: typeof ALICE) => trial.service.remove({ accountId, taskId });
    await expect(remove(ALICE)).rejects.toMatchObject({
      code: 'task_not_done',
      hint: 'the task is queued; cancel it first',
    });
    await trial.workToEnd({ taskId });
    await expect(remove(BOB)).rejects.toMatchObject({ code: 'task_not_found' });
    await remove(ALICE);
  });

  it('refuses a task whose retry has been begun', async () => {
    const trial = await archived();
    const { taskId } = await trial.workToEnd(await trial.submitCsv('phone\n+14155550109\n'));
    await trial.store.beginRetry(taskId, 60_000);
    await expect(trial.service.remove({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'task_not_done',
      hint: 'a retry of the task has been begun',
    });
  });

  it('is not found by a concurrent removal', async () => {
    const trial = await archived();
    const { taskId } = await trial.workToEnd(await trial.submitCsv(CSV));
    const removed = await Promise.allSettled(
      [1, 2].map(() => trial.service.remove({ accountId: ALICE, taskId })),
    );
    expect(removed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(removed.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'task_not_found' },
    });
  });
});

describe('a service without an archive', () => {
  it('does not support listing and removing, and refuses both', async () => {
    const trial = await trialService();
    const { taskId } = await trial.submitCsv(CSV);
    expect(trial.service.supports).toMatchObject({ list: false, remove: false });
    const refusal = { code: 'not_supported', hint: 'the service was made without the option archive' };
    await expect(trial.service.list({ accountId: ALICE })).rejects.toMatchObject(refusal);
    await expect(trial.service.remove({ accountId: ALICE, taskId })).rejects.toMatchObject(refusal);
    expect((await archived()).service.supports).toMatchObject({ list: true, remove: true });
  });
});
