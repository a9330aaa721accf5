import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle, until } from '../async/turns.fixture.js';
import { heldChecker } from '../checking/held-checker.fixture.js';
import { taskId as asTaskId, taskHoldId } from '../model/identifiers.js';
import type { NumberChecker } from '../ports/number-checker.js';
import type { TaskRetry } from '../ports/task-store.js';
import { ALICE, BOB, digitChecker, trialService } from './trial-service.fixture.js';

const LEASE_MS = 60_000;
/** Six rows with five numbers, of which two, on a row each, end in 9 and fail; one row without a number. */
const FILE =
  'phone\n+14155550100\n+14155550119\n+14155550122\n+14155550139\n+14155550143\n+14155550100\nnone\n';

/** A checker that is mended by the test. */
function mendable() {
  const state = { isMended: false, asked: [] as string[] };
  const checker: NumberChecker = {
    check(number, context) {
      state.asked.push(number);
      return state.isMended && number.endsWith('9')
        ? Promise.resolve('inactive')
        : digitChecker.check(number, context);
    },
  };
  return { checker, state };
}

describe('retrying a task', () => {
  it('asks again only where the check failed, holds for those rows, and adds up what was charged', async () => {
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

  it('goes on with a task that was cancelled, chunks of which nothing was recorded among it', async () => {
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
      retryAfterMs: null,
    });
    // Nothing is in the way of the next one.
    await ledger.grant(ALICE, 5);
    expect(await service.retry({ accountId: ALICE, taskId: task.taskId })).toMatchObject({
      credits: { held: 2 },
    });
  });

  it('is refused for a task that goes on, that has nothing to retry, or that the caller may not see', async () => {
    const { service, submitCsv, workToEnd } = await trialService();
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    await expect(service.retry({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'task_not_done',
      hint: 'the task is queued',
    });
    await workToEnd({ taskId });
    await expect(service.retry({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'nothing_to_retry',
    });
    for (const request of [
      { accountId: BOB, taskId },
      { accountId: ALICE, taskId: asTaskId('none') },
    ]) {
      await expect(service.retry(request)).rejects.toMatchObject({ code: 'task_not_found' });
    }
  });

  it('is begun once by many who ask at the same time', async () => {
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

describe('a retry whose process died', () => {
  it.each(['before its hold', 'between its hold and the task'])(
    '%s is undone when its lease has ended',
    async (when) => {
      const { ledger, service, store, clock, submitCsv, workToEnd } = await trialService({
        leaseMs: LEASE_MS,
      });
      const task = await workToEnd(await submitCsv(FILE));
      const { taskId } = task;
      // As much as a process that is killed comes to do.
      const retry = await store.beginRetry(taskId, LEASE_MS);
      const { run } = retry as TaskRetry;
      if (when !== 'before its hold') {
        await ledger.hold({
          holdId: taskHoldId(taskId, run),
          accountId: ALICE,
          credits: 2,
          expiresAfterMs: null,
        });
      }
      await expect(service.retry({ accountId: ALICE, taskId })).rejects.toMatchObject({
        code: 'task_not_done',
      });
      clock.advance(LEASE_MS);
      expect(await service.work()).toEqual({ did: 'work', taskId });
      expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 0 });
      expect(await service.task({ accountId: ALICE, taskId })).toEqual(task);
      // A released hold is never used again: the next run has another one.
      expect(await service.retry({ accountId: ALICE, taskId })).toMatchObject({ credits: { held: 2 } });
      expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 2 });
    },
  );

  it('loses and charges nothing twice, wherever a call fails, before or after its effect', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'ledger.hold',
          'store.statuses',
          'store.resume',
          'store.beginRetry',
          'store.find',
          'ledger.settle',
        ),
        fc.boolean(),
        fc.integer({ min: 1, max: 2 }),
        async (call, isAfter, time) => {
          const { checker, state } = mendable();
          const trial = await trialService({ checker, leaseMs: LEASE_MS });
          const { taskId } = await trial.workToEnd(await trial.submitCsv(FILE));
          state.isMended = true;
          const [part, name] = call.split('.') as ['store' | 'ledger', string];
          const target = trial[part] as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
          const original = target[name]?.bind(target);
          let calls = 0;
          target[name] = async (...values) => {
            calls += 1;
            const fails = calls === time;
            if (fails && !isAfter) throw new Error('the connection is lost');
            const answer = await original?.(...values);
            if (fails) throw new Error('the connection is lost');
            return answer;
          };
          const retried = await trial.service.retry({ accountId: ALICE, taskId }).catch(() => undefined);
          if (original !== undefined) target[name] = original;
          // Until nothing is left behind, a retry that was given up included.
          for (let step = 0; step < 20; step += 1) {
            await trial.workAll();
            trial.clock.advance(LEASE_MS);
          }
          const task = await trial.service.task({ accountId: ALICE, taskId });
          expect(task.status).toBe('done');
          const { available, held } = await trial.ledger.balance(ALICE);
          expect(held).toBe(0);
          expect(available).toBe(1_000 - task.credits.charged);
          if (retried !== undefined) expect(task).toMatchObject({ checksFailed: 0, credits: { charged: 5 } });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is answered with overloaded where it was taken over before it was through', async () => {
    const { clock, ledger, service, store, submitCsv, workToEnd } = await trialService({ leaseMs: LEASE_MS });
    const { taskId } = await workToEnd(await submitCsv(FILE));
    const statuses = store.statuses.bind(store);
    store.statuses = async (id) => {
      await store.endLeases();
      await service.work();
      return await statuses(id);
    };
    const retry = service.retry({ accountId: ALICE, taskId });
    await expect(retry).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: 1_000 });
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 0 });
    expect(await store.claim({ leaseMs: 1, limit: 1, taskId: null })).toEqual({
      claims: [],
      retryAfterMs: null,
    });
    expect(clock.pending).toBe(0);
  });
});
