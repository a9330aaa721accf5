import { describe, expect, it, vi } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { ALICE, digitChecker, trialService } from '../../service/trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n+14155550101\n+14155550102\n+14155550103\n+14155550104\n';

describe('a chunk that is complete', () => {
  it('is not given back: there is nothing more to be done for it', async () => {
    const { store, submitCsv, workToEnd } = await trialService();
    const giveBack = vi.spyOn(store, 'giveBack');
    expect(await workToEnd(await submitCsv(FILE))).toMatchObject({ status: 'done' });
    expect(giveBack).not.toHaveBeenCalled();
  });

  it('is given back where it could not be recorded, so that others need not wait for its lease', async () => {
    const { clock, ledger, service, store, submitCsv } = await trialService({ checker: digitChecker });
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    const record = store.record;
    const stop = new AbortController();
    store.record = () => {
      stop.abort();
      return Promise.reject(new Error('the connection is lost'));
    };
    await service.work(stop.signal);
    store.record = record;
    const next = await trialService({ clock, ledger, store });
    await next.workAll();
    expect(await next.service.task({ accountId: ALICE, taskId })).toMatchObject({ status: 'done' });
    expect(clock.elapsed()).toBe(0);
  });
});

describe('a task that another process makes fail', () => {
  it('begins no further call once a record shows this, and running calls may still answer', async () => {
    const { calls, checker } = heldChecker();
    const options = { checker, chunkSize: 5, checkConcurrency: 2 };
    const { service, store, submitCsv, workToEnd } = await trialService(options);
    const { taskId } = await submitCsv(FILE);
    const work = service.work();
    await until(() => calls.length === 2);
    await store.fail(taskId, 'cancelled');
    calls[0]?.answer('dead');
    await settle();
    // One call began before the record.
    expect(calls).toHaveLength(3);
    for (const call of calls) call.answer('dead');
    await work;
    expect(calls).toHaveLength(3);
    expect(await workToEnd({ taskId })).toMatchObject({
      status: 'failed',
      processed: 3,
      credits: { held: 0, charged: 3 },
    });
  });

  it('gives no chunk back after its end', async () => {
    const { service, store, submitCsv } = await trialService();
    await submitCsv(FILE);
    const giveBack = vi.spyOn(store, 'giveBack');
    store.record = async () => ({ outcome: 'closed' });
    await service.work();
    expect(giveBack).not.toHaveBeenCalled();
  });
});

describe('a chunk that was interrupted', () => {
  it('does not pause for a number that has used up its attempts', async () => {
    const stop = new AbortController();
    let asked = 0;
    const { clock, submitCsv, service, workAll } = await trialService({
      checkAttempts: 1,
      checkConcurrency: 1,
      checker: {
        async check() {
          asked += 1;
          if (asked > 1) return 'dead';
          stop.abort();
          throw new Error('the upstream answered 502');
        },
      },
    });
    const { taskId } = await submitCsv('phone\n+14155550100\n+14155550101\n');
    await service.work(stop.signal);
    await workAll();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      checksFailed: 1,
    });
    expect(clock.elapsed()).toBe(0);
  });

  it('has no call begun after that, also where slots are free', async () => {
    const stop = new AbortController();
    let asked = 0;
    const { service, submitCsv } = await trialService({
      checker: {
        async check() {
          asked += 1;
          stop.abort();
          return 'dead';
        },
      },
    });
    await submitCsv(FILE);
    await service.work(stop.signal);
    expect(asked).toBe(1);
  });

  it('counts no attempt for calls that were given up', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialService({ checker, checkAttempts: 1 });
    const { clock, ledger, service, store, submitCsv } = trial;
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    const stop = new AbortController();
    const work = service.work(stop.signal);
    await until(() => calls.length === 1);
    stop.abort();
    for (let second = 0; second < 10; second += 1) {
      await settle(2);
      clock.advance(1_000);
    }
    await work;
    const next = await trialService({ clock, ledger, store });
    await next.workAll();
    expect(await next.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      checksFailed: 0,
      processed: 1,
    });
  });

  it('is reported if it cannot be given back, and done when its lease ends', async () => {
    let asked = 0;
    const { failures, store, submitCsv, workToEnd } = await trialService({
      checker: {
        async check() {
          asked += 1;
          if (asked === 1) throw new Error('the upstream answered 502');
          return 'dead';
        },
      },
    });
    const giveBack = store.giveBack;
    store.giveBack = async () => {
      store.giveBack = giveBack;
      throw new Error('the connection is lost');
    };
    const task = await workToEnd(await submitCsv('phone\n+14155550100\n'));
    expect(task).toMatchObject({ status: 'done', checksFailed: 0 });
    expect(failures.filter(({ kind }) => kind === 'work_failed')).toMatchObject([
      { cause: expect.objectContaining({ message: 'the connection is lost' }) },
    ]);
  });
});
