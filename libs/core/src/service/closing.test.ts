import { describe, expect, it } from 'vitest';
import { settle, until } from '../async/turns.fixture.js';
import type { TaskRequest } from '../batch/account-tasks.js';
import { recordedStatuses } from '../batch/recorded-chunk.js';
import { heldChecker } from '../checking/held-checker.fixture.js';
import type { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import type { Task } from '../model/task.js';
import type { TaskQueue } from '../ports/task-queue.js';
import { ALICE, csvContent, type Trial, trialService } from './trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n';

describe('closing', () => {
  it('refuses new files and may be repeated', async () => {
    const { service } = await trialService();
    await service.close();
    await service.close();
    const request = { accountId: ALICE, fileName: 'a.csv', content: csvContent(FILE) };
    await expect(service.submit(request)).rejects.toMatchObject({ code: 'shutting_down' });
  });

  it.each([
    ['rejects', async () => Promise.reject(new Error('redis is away'))],
    [
      'throws',
      () => {
        throw new Error('redis is away');
      },
    ],
  ])('waits for answers under way if stopping the queue %s, and rejects at the end', async (_, stop) => {
    const { calls, checker } = heldChecker();
    const queue = { start: async () => undefined, wake: async () => undefined, stop };
    const { ledger, service } = await trialService({ checker, queue });
    const verified = service.verify({ accountId: ALICE, phone: '+14155550100' });
    await until(() => calls.length === 1);
    const closed = service.close();
    await settle();
    calls[0]?.answer('dead');
    await expect(closed).rejects.toThrow('redis is away');
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(await verified).toMatchObject({ status: 'dead' });
  });

  it('reports the failures that were counted since their last report', async () => {
    const { failures, service } = await trialService();
    for (let check = 0; check < 3; check += 1)
      await service.verify({ accountId: ALICE, phone: '+14155550109' });
    expect(failures).toMatchObject([{ kind: 'check_failed', count: 1 }]);
    await service.close();
    expect(failures).toMatchObject([{ count: 1 }, { kind: 'check_failed', count: 3 }]);
  });

  it('closes the content of a refused file', async () => {
    const { service } = await trialService();
    await service.close();
    let closed = false;
    const content = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: Buffer.from(FILE) }),
        return: async () => {
          closed = true;
          return { done: true as const, value: undefined };
        },
      }),
    };
    const refused = service.submit({ accountId: ALICE, fileName: 'a.csv', content });
    await expect(refused).rejects.toMatchObject({ code: 'shutting_down' });
    expect(closed).toBe(true);
  });

  it('rejects with the error of stopping the queue, once nothing is under way any more', async () => {
    const { calls, checker } = heldChecker();
    const queue = {
      start: async () => {},
      wake: async () => {},
      stop: async () => {
        throw new Error('the connection to the queue is lost');
      },
    };
    const { service } = await trialService({ checker, queue });
    const verified = service.verify({ accountId: ALICE, phone: '+14155550100' });
    await until(() => calls.length === 1);
    let isClosed = false;
    const closed = service.close().finally(() => {
      isClosed = true;
    });
    closed.catch(() => undefined);
    await settle();
    expect(isClosed).toBe(false);
    calls[0]?.answer('dead');
    expect(await verified).toMatchObject({ status: 'dead' });
    await expect(closed).rejects.toThrow('the connection to the queue is lost');
  });

  it.each([
    ['with a signal of its own', () => new AbortController().signal],
    ['without a signal', () => undefined],
  ])('waits for a bounded time until work of the host, %s, is given back', async (_, signal) => {
    const { calls, checker } = heldChecker();
    const { clock, service, store, submitCsv } = await trialService({ checker, closeGraceMs: 2_000 });
    const { taskId } = await submitCsv(FILE);
    const work = service.work(signal());
    await until(() => calls.length === 1);
    let isClosed = false;
    const closed = service.close().then(() => {
      isClosed = true;
    });
    await settle();
    clock.advance(1_999);
    await settle();
    expect(calls[0]?.signal.aborted).toBe(false);
    expect(isClosed).toBe(false);
    clock.advance(1);
    expect(calls[0]?.signal.aborted).toBe(true);
    await closed;
    const { claims } = await store.claim({ leaseMs: 1, limit: 1, taskId: null });
    expect(claims).toMatchObject([{ kind: 'check', taskId, statuses: null }]);
    await work;
    expect(clock.pending).toBe(0);
  });

  it('records the answers of calls that were under way', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service, store, submitCsv } = await trialService({ checker });
    await submitCsv('phone\n+14155550100\n+14155550101\n+14155550102\n');
    const work = service.work();
    await until(() => calls.length === 3);
    const closed = service.close();
    calls[1]?.answer('inactive');
    await settle();
    clock.advance(5_000);
    await closed;
    await work;
    expect(calls).toHaveLength(3);
    const { claims } = await store.claim({ leaseMs: 1, limit: 1, taskId: null });
    const [claim] = claims;
    expect(claim?.kind === 'check' && [...recordedStatuses(claim.statuses ?? new Uint8Array())]).toEqual([
      128, 3, 128,
    ]);
  });

  it('waits for single verifications, whose answers are charged', async () => {
    const { calls, checker } = heldChecker();
    const { clock, ledger, service } = await trialService({ checker });
    const verification = service.verify({ accountId: ALICE, phone: '+14155550100' });
    await until(() => calls.length === 1);
    let isClosed = false;
    const closed = service.close().then(() => {
      isClosed = true;
    });
    await settle();
    expect(isClosed).toBe(false);
    calls[0]?.answer('dead');
    await closed;
    expect(await verification).toMatchObject({ status: 'dead' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(clock.pending).toBe(0);
  });

  it('gives up a single verification that the checker does not answer, and charges nothing for it', async () => {
    const { calls, checker } = heldChecker();
    const { clock, ledger, service } = await trialService({ checker, closeGraceMs: 2_000 });
    const verification = service.verify({ accountId: ALICE, phone: '+14155550100' });
    await until(() => calls.length === 1);
    const closed = service.close();
    await settle();
    clock.advance(2_000);
    await closed;
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(await verification).toMatchObject({ status: 'unknown' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });

  it('refuses single verifications that wait for their turn, and those that come later', async () => {
    const { calls, checker } = heldChecker();
    const { ledger, service } = await trialService({ checker, checkConcurrency: 1 });
    const first = service.verify({ accountId: ALICE, phone: '+14155550100' });
    const waiting = service.verify({ accountId: ALICE, phone: '+14155550101' });
    waiting.catch(() => undefined);
    await until(() => calls.length === 1);
    const closed = service.close();
    await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
    const later = service.verify({ accountId: ALICE, phone: '+14155550102' });
    await expect(later).rejects.toMatchObject({ code: 'shutting_down' });
    calls[0]?.answer('dead');
    await Promise.all([first, closed]);
    expect(calls).toHaveLength(1);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });
});

describe('closing while a call of the store is under way', () => {
  /** Holds the calls of a method of the store until they are released. */
  function hold(store: MemoryTaskStore, method: 'enqueue' | 'fail' | 'beginRetry') {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const original = store[method].bind(store) as (...values: unknown[]) => Promise<unknown>;
    let isHeld = false;
    Object.assign(store, {
      [method]: async (...values: unknown[]) => {
        isHeld = true;
        await released;
        return await original(...values);
      },
    });
    return { release, reached: () => until(() => isHeld) };
  }

  it.each<['enqueue' | 'fail' | 'beginRetry', (trial: Trial, task: TaskRequest) => Promise<Task>]>([
    ['enqueue', ({ submitCsv }) => submitCsv(FILE)],
    ['fail', ({ service }, task) => service.cancel(task)],
    ['beginRetry', ({ service }, task) => service.retry(task)],
  ])('waits for it: %s', async (method, call) => {
    const trial = await trialService();
    const { taskId } = await trial.submitCsv('phone\n+14155550109\n');
    if (method === 'beginRetry') await trial.workToEnd({ taskId });
    const { reached, release } = hold(trial.store, method);
    const called = call(trial, { accountId: ALICE, taskId });
    await reached();
    let isClosed = false;
    const closed = trial.service.close().then(() => {
      isClosed = true;
    });
    await settle();
    expect(isClosed).toBe(false);
    release();
    await Promise.allSettled([called, closed]);
    expect(isClosed).toBe(true);
  });
});

describe('closing while something never answers', () => {
  it.each<[string, (trial: Trial & { queue: TaskQueue }) => Promise<unknown>]>([
    [
      'the store',
      async ({ store, submitCsv }) => {
        store.enqueue = () => new Promise(() => undefined);
        return submitCsv(FILE);
      },
    ],
    [
      'the ledger',
      async ({ ledger, service }) => {
        ledger.hold = () => new Promise(() => undefined);
        return service.verify({ accountId: ALICE, phone: '+14155550100' });
      },
    ],
    [
      'the queue',
      async ({ queue }) => {
        queue.stop = () => new Promise(() => undefined);
      },
    ],
  ])('rejects ten seconds after calls of the checker have ended, and says so: %s', async (_, call) => {
    const queue: TaskQueue = { start: async () => {}, wake: async () => {}, stop: async () => {} };
    const trial = await trialService({ queue, closeGraceMs: 2_000 });
    void call({ ...trial, queue });
    await settle();
    const { pending } = trial.clock;
    const closed = trial.service.close();
    let isOver = false;
    const outcome = closed.catch((error: Error) => {
      isOver = true;
      return error.message;
    });
    for (const ms of [2_000, 9_999]) {
      await settle();
      trial.clock.advance(ms);
    }
    await settle();
    expect(isOver).toBe(false);
    trial.clock.advance(1);
    expect(await outcome).toContain('has not answered within 12000 ms of closing');
    expect(trial.clock.pending).toBe(pending);
  });
});

describe('work after its signal was aborted', () => {
  it('does nothing, so that a host that works until nothing is left ends too', async () => {
    const { service, submitCsv, workAll } = await trialService();
    await submitCsv(FILE);
    const later = { did: 'nothing', retryAfterMs: 0 };
    expect(await service.work(AbortSignal.abort())).toEqual(later);
    await service.close();
    await workAll();
    expect(await service.work()).toEqual(later);
  });
});
