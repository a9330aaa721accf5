import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskHoldId } from '../../model/identifiers.js';
import type { TaskRetry } from '../../ports/task-store.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { ALICE, trialService } from '../trial-service.fixture.js';
import { FILE, mendable } from './mendable-checker.fixture.js';

const LEASE_MS = 10_000;

describe('a retry whose process died', () => {
  it.each(['before its hold', 'between its hold and the task'])(
    '%s is undone when its lease has ended',
    async (when) => {
      const { ledger, service, store, clock, submitCsv, workToEnd } = await trialService({
        leaseMs: LEASE_MS,
      });
      const task = await workToEnd(await submitCsv(FILE));
      const { taskId } = task;
      // The steps of a killed process.
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
});

describe('a retry that is interrupted', () => {
  it('loses nothing and charges nothing twice, wherever a call fails, before or after its effect', async () => {
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
          // Works until nothing is left, not even an abandoned retry.
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
      { numRuns: propertyRuns(20) },
    );
  });

  it('resolves to its task if the connection breaks after the task was resumed', async () => {
    const { checker, state } = mendable();
    const { ledger, service, store, submitCsv, workToEnd } = await trialService({ checker });
    const { taskId } = await workToEnd(await submitCsv(FILE));
    state.isMended = true;
    const resume = store.resume.bind(store);
    store.resume = async (lease, contents) => {
      await resume(lease, contents);
      throw new Error('the connection is lost');
    };
    const retried = await service.retry({ accountId: ALICE, taskId });
    expect(retried).toMatchObject({ status: 'queued', credits: { held: 2, charged: 3 } });
    expect(await workToEnd(retried)).toMatchObject({ status: 'done', credits: { held: 0, charged: 5 } });
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 0 });
  });

  it('keeps its hold if it is unknown whether the task was resumed', async () => {
    const { checker, state } = mendable();
    const { ledger, service, store, submitCsv, workToEnd } = await trialService({ checker });
    const { taskId } = await workToEnd(await submitCsv(FILE));
    state.isMended = true;
    const { find, resume } = store;
    store.resume = async (lease, contents) => {
      await resume.call(store, lease, contents);
      store.find = () => Promise.reject(new Error('the connection is still lost'));
      throw new Error('the connection is lost');
    };
    const retry = service.retry({ accountId: ALICE, taskId });
    await expect(retry).rejects.toThrow('the connection is lost');
    store.find = find;
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 2 });
    expect(await workToEnd({ taskId })).toMatchObject({ status: 'done', credits: { charged: 5 } });
  });

  it('is reported to the operator if it cannot be undone at once', async () => {
    const { failures, ledger, service, store, submitCsv, workToEnd } = await trialService();
    const { taskId } = await workToEnd(await submitCsv(FILE));
    const told = failures.length;
    store.resume = () => Promise.reject(new Error('the disk is full'));
    ledger.settle = () => Promise.reject(new Error('the ledger is away'));
    await expect(service.retry({ accountId: ALICE, taskId })).rejects.toThrow('the disk is full');
    expect(failures.slice(told)).toMatchObject([
      { kind: 'cleanup_failed', message: expect.stringContaining('the ledger is away') },
    ]);
  });

  it('rejects with overloaded if its lease was taken before its end', async () => {
    const { clock, endLeases, ledger, service, store, submitCsv, workToEnd } = await trialService({
      leaseMs: LEASE_MS,
    });
    const { taskId } = await workToEnd(await submitCsv(FILE));
    const statuses = store.statuses.bind(store);
    store.statuses = async (id) => {
      endLeases();
      await service.work();
      return await statuses(id);
    };
    const retry = service.retry({ accountId: ALICE, taskId });
    await expect(retry).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: 1_000 });
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 0 });
    expect(await store.claim({ leaseMs: 1, limit: 1, taskId: null })).toEqual({
      claims: [],
      outage: null,
      retryAfterMs: null,
    });
    expect(clock.pending).toBe(0);
  });
});
