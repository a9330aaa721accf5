import { describe, expect, it } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import type { TaskId } from '../model/identifiers.js';
import type { TaskQueue } from '../ports/task-queue.js';
import { ALICE, trialService } from './trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n';

function queueWith(wake: (taskId: TaskId) => Promise<void>): TaskQueue {
  return { start: async () => undefined, wake, stop: async () => undefined };
}

describe('a queue that is notified of a task', () => {
  it('delays the uploader for a second at most, and is reported', async () => {
    const queue = queueWith(() => new Promise(() => undefined));
    const { clock, failures, service, submitCsv } = await trialService({ queue });
    let isAnswered = false;
    const upload = submitCsv(FILE).finally(() => {
      isAnswered = true;
    });
    while (clock.pending === 0) await settle(1);
    await settle();
    clock.advance(999);
    await settle();
    expect(isAnswered).toBe(false);
    clock.advance(1);
    const task = await upload;
    expect(await service.task({ accountId: ALICE, taskId: task.taskId })).toMatchObject({ status: 'queued' });
    expect(failures).toMatchObject([
      { kind: 'queue_failed', message: expect.stringContaining('within 1000 ms') },
    ]);
    await service.close();
    expect(clock.pending).toBe(0);
  });

  it.each<[string, (taskId: TaskId) => Promise<void>]>([
    ['rejects', () => Promise.reject(new Error('redis is down'))],
    [
      'throws',
      () => {
        throw new Error('redis is down');
      },
    ],
  ])('and %s fails no upload: its task is safe, and the operator is told', async (_, wake) => {
    const { clock, failures, submitCsv, workToEnd } = await trialService({ queue: queueWith(wake) });
    const task = await submitCsv(FILE);
    expect(clock.pending).toBe(0);
    expect(failures).toMatchObject([
      { kind: 'queue_failed', message: expect.stringContaining('redis is down') },
    ]);
    expect(await workToEnd(task)).toMatchObject({ status: 'done' });
  });

  it('is notified of a submitted task, and again when it is retried', async () => {
    const woken: TaskId[] = [];
    const queue = queueWith(async (taskId) => void woken.push(taskId));
    const { service, submitCsv, workToEnd } = await trialService({ queue });
    const task = await submitCsv('phone\n+14155550109\n');
    await workToEnd(task);
    await service.retry({ accountId: ALICE, taskId: task.taskId });
    expect(woken).toEqual([task.taskId, task.taskId]);
  });

  it('and never answers does not keep the service from closing', async () => {
    const queue = queueWith(() => new Promise(() => undefined));
    const { clock, service, submitCsv } = await trialService({ queue });
    const upload = submitCsv(FILE);
    while (clock.pending === 0) await settle(1);
    await settle();
    const closed = service.close();
    await settle();
    clock.advance(1_000);
    await Promise.all([closed, upload]);
  });
});

describe('work that the queue does and that rejects', () => {
  it('is reported once for each cause, and the queue continues', async () => {
    let doWork: Parameters<TaskQueue['start']>[0] | undefined;
    const queue: TaskQueue = {
      start: async (work) => {
        doWork = work;
      },
      wake: async () => undefined,
      stop: async () => undefined,
    };
    const { failures, service, store } = await trialService({ queue });
    await service.start();
    store.claim = () => Promise.reject(new Error('the store is down'));
    for (let time = 0; time < 10; time += 1) {
      await expect(doWork?.(new AbortController().signal)).rejects.toThrow('the store is down');
    }
    expect(failures.map(({ kind, count }) => [kind, count])).toEqual([
      ['work_failed', 1],
      ['work_failed', 10],
    ]);
  });
});
