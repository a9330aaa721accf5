import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { taskId as asTaskId, taskHoldId } from '../../model/identifiers.js';
import { ALICE, BOB, trialService } from '../trial-service.fixture.js';
import { FILE, mendable } from './mendable-checker.fixture.js';

describe('retrying a task', () => {
  it('repeats only failed checks, holds credits for those rows, and adds up the charges', async () => {
    const { checker, state } = mendable();
    const { ledger, result, service, submitCsv, workToEnd } = await trialService({ checker });
    const first = await workToEnd(await submitCsv(FILE));
    expect(first).toMatchObject({
      status: 'done',
      total: 7,
      checksFailed: 2,
      credits: { held: 0, charged: 3 },
    });
    state.isMended = true;
    state.asked = [];
    const { taskId } = first;
    expect(await service.retry({ accountId: ALICE, taskId })).toMatchObject({
      status: 'queued',
      processed: 5,
      checksFailed: 0,
      startedAt: first.startedAt,
      finishedAt: null,
      credits: { held: 2, charged: 3 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 2 });
    const second = await workToEnd({ taskId });
    expect(second).toMatchObject({
      status: 'done',
      processed: 7,
      checksFailed: 0,
      summary: { inactive: 3, unknown: 1 },
      credits: { held: 0, charged: 5 },
    });
    expect(new Set(state.asked)).toEqual(new Set(['+14155550119', '+14155550139']));
    expect(state.asked).toHaveLength(2);
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 0 });
    const rows = (await result(second)).split('\n');
    expect(rows[2]).toBe('+14155550119,inactive');
    expect(rows[4]).toBe('+14155550139,inactive');
  });

  it('gives each number all of its attempts again, and may be repeated, each run with a hold of its own', async () => {
    const { checker, state } = mendable();
    const { ledger, service, submitCsv, workToEnd } = await trialService({ checker });
    const holds: string[] = [];
    const hold = ledger.hold.bind(ledger);
    ledger.hold = (request) => {
      holds.push(request.holdId);
      return hold(request);
    };
    const { taskId } = await workToEnd(await submitCsv(FILE));
    for (let run = 2; run <= 4; run += 1) {
      state.asked = [];
      await service.retry({ accountId: ALICE, taskId });
      expect(await workToEnd({ taskId })).toMatchObject({
        status: 'done',
        checksFailed: 2,
        credits: { charged: 3 },
      });
      expect(state.asked).toHaveLength(2 * 3);
    }
    expect(holds).toEqual([1, 2, 3, 4].map((run) => taskHoldId(taskId, run)));
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 0 });
  });

  it('continues a cancelled task, including chunks without any record', async () => {
    const { calls, checker } = heldChecker();
    const cancelled = await trialService({ checker, chunkSize: 2, checkConcurrency: 2 });
    const { clock, ledger, store } = cancelled;
    const rows = Array.from({ length: 7 }, (_, n) => `+1415555010${n % 5}\n`.replace('010', `01${n}`));
    const { taskId } = await cancelled.submitCsv(`phone\n${rows.join('')}`);
    const work = cancelled.service.work();
    await until(() => calls.length === 2);
    calls[0]?.answer('wa_registered');
    const asked = cancelled.service.cancel({ accountId: ALICE, taskId });
    await settle();
    calls[1]?.fail(new Error('upstream 500'));
    await settle();
    clock.advance(250);
    expect(await asked).toMatchObject({ status: 'failed', processed: 1, credits: { charged: 1 } });
    await work;
    const { checker: mended, state } = mendable();
    const next = await trialService({ clock, ledger, store, checker: mended });
    expect(await next.service.retry({ accountId: ALICE, taskId })).toMatchObject({
      status: 'queued',
      failureReason: null,
      processed: 1,
      credits: { held: 6, charged: 1 },
    });
    expect(await next.workToEnd({ taskId })).toMatchObject({
      status: 'done',
      processed: 7,
      credits: { charged: 7 },
    });
    expect(state.asked).toHaveLength(6);
    expect(await ledger.balance(ALICE)).toEqual({ available: 993, held: 0 });
  });

  it('is refused without credits for it, and the task stays as it is', async () => {
    const { ledger, service, store, submitCsv, workToEnd } = await trialService();
    const task = await workToEnd(await submitCsv(FILE));
    await ledger.hold({
      holdId: taskHoldId(asTaskId('other'), 1),
      accountId: ALICE,
      credits: 996,
      expiresAfterMs: null,
    });
    const refused = service.retry({ accountId: ALICE, taskId: task.taskId });
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await service.task({ accountId: ALICE, taskId: task.taskId })).toEqual(task);
    expect(await ledger.balance(ALICE)).toEqual({ available: 1, held: 996 });
    expect(await store.claim({ leaseMs: 1, limit: 1, taskId: null })).toEqual({
      claims: [],
      outage: null,
      retryAfterMs: null,
    });
    // The next retry is possible.
    await ledger.grant(ALICE, 5);
    expect(await service.retry({ accountId: ALICE, taskId: task.taskId })).toMatchObject({
      credits: { held: 2 },
    });
  });

  it("is refused for a running task, one with nothing to retry, or another account's", async () => {
    const { service, submitCsv, workToEnd } = await trialService();
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    await expect(service.retry({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'task_not_done',
      hint: 'the task is queued',
    });
    await workToEnd({ taskId });
    await expect(service.retry({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'nothing_to_retry',
      hint: 'every number of the task has been verified',
    });
    for (const request of [
      { accountId: BOB, taskId },
      { accountId: ALICE, taskId: asTaskId('none') },
    ]) {
      await expect(service.retry(request)).rejects.toMatchObject({ code: 'task_not_found' });
    }
  });

  it('begins once for simultaneous calls', async () => {
    const { ledger, service, submitCsv, workToEnd } = await trialService();
    const { taskId } = await workToEnd(await submitCsv(FILE));
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => service.retry({ accountId: ALICE, taskId })),
    );
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(4);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'task_not_done' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 2 });
  });
});
