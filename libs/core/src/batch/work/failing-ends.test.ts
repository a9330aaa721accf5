import { describe, expect, it } from 'vitest';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n+14155550101\n';

describe('a settlement that fails', () => {
  it('for good is tried at growing intervals, reported with its count, and delays no other task', async () => {
    const { clock, failures, ledger, service, submitCsv, workToEnd } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const settleHold = ledger.settle.bind(ledger);
    const triedAt: number[] = [];
    ledger.settle = async (request) => {
      if (request.holdId !== `task:${taskId}`) return await settleHold(request);
      triedAt.push(clock.elapsed());
      throw new Error('no such account in the billing system');
    };
    const other = await submitCsv(FILE);
    const tryOnce = async (): Promise<void> => {
      const outcome = await service.work().catch(() => undefined);
      if (outcome?.did === 'nothing') clock.advance(outcome.retryAfterMs ?? 0);
    };
    while (clock.elapsed() < 3_600_000) await tryOnce();
    const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0));
    expect(pauses[0]).toBeLessThan(4_000);
    expect(pauses[1]).toBeGreaterThan(8_000);
    expect(pauses[2]).toBeGreaterThan(30_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(375_000);
    expect(triedAt.length).toBeLessThan(25);
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'processing',
      processed: 2,
    });
    expect(await service.task({ accountId: ALICE, taskId: other.taskId })).toMatchObject({ status: 'done' });
    ledger.settle = settleHold;
    expect(await workToEnd({ taskId })).toMatchObject({ status: 'done', credits: { held: 0, charged: 2 } });
    expect(failures.every(({ kind }) => kind === 'work_failed')).toBe(true);
  });

  it('rejects the calls of a host that drives the work itself', async () => {
    const { ledger, service, submitCsv } = await trialService();
    await submitCsv(FILE);
    ledger.settle = () => Promise.reject(new Error('the ledger is down'));
    await expect(service.work()).rejects.toThrow('the ledger is down');
    expect(await service.work()).toMatchObject({ did: 'nothing' });
  });

  it('before its answer came is settled once', async () => {
    const { ledger, submitCsv, service, workToEnd } = await trialService();
    const task = await submitCsv(FILE);
    const settleHold = ledger.settle.bind(ledger);
    ledger.settle = async (request) => {
      ledger.settle = settleHold;
      await settleHold(request);
      throw new Error('the connection is lost');
    };
    await expect(service.work()).rejects.toThrow('the connection is lost');
    expect(await workToEnd(task)).toMatchObject({ status: 'done', credits: { charged: 2 } });
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
  });
});

describe('a ledger that charges another amount than was verified', () => {
  it('is reported, and the task shows the charged credits', async () => {
    const { failures, ledger, submitCsv, workToEnd } = await trialService();
    const task = await submitCsv(FILE);
    // A host's billing may release the hold in this way.
    await ledger.settle({ holdId: `task:${task.taskId}` as never, accountId: ALICE, credits: 1 });
    expect(await workToEnd(task)).toMatchObject({ status: 'done', credits: { held: 0, charged: 1 } });
    expect(failures).toMatchObject([
      { kind: 'settlement_differs', message: expect.stringContaining('2 numbers') },
    ]);
  });
});

describe('a task that ends', () => {
  it('is settled and finished by the piece of work that records its last number', async () => {
    const { service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    await service.work();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      credits: { held: 0, charged: 2 },
    });
  });

  it('is settled before it is shown as done', async () => {
    const { ledger, service, store, submitCsv } = await trialService();
    await submitCsv(FILE);
    const finish = store.finish.bind(store);
    const seen: unknown[] = [];
    store.finish = async (lease, ending) => {
      seen.push(await ledger.balance(ALICE));
      await finish(lease, ending);
    };
    await service.work();
    expect(seen).toEqual([{ available: 998, held: 0 }]);
  });

  it('is ended later where the store cannot finish it now, and charged once', async () => {
    const { ledger, service, store, submitCsv, workToEnd } = await trialService();
    const task = await submitCsv(FILE);
    const finish = store.finish.bind(store);
    store.finish = () => Promise.reject(new Error('the connection is lost'));
    await expect(service.work()).rejects.toThrow('the connection is lost');
    store.finish = finish;
    expect(await workToEnd(task)).toMatchObject({ status: 'done', credits: { held: 0, charged: 2 } });
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
  });
});
