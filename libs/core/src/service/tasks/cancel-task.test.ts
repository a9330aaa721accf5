import { describe, expect, it, vi } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { TaskListeners } from '../../batch/task-listeners.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { DialproofError } from '../../model/errors.js';
import { taskId as asTaskId } from '../../model/identifiers.js';
import { ALICE, BOB, trialService } from '../trial-service.fixture.js';

const FILE = `phone\n${Array.from({ length: 100 }, (_, n) => `+1415555${2_000 + n}\n`).join('')}none\n`;

describe('cancelling a task', () => {
  it('ends one that nobody works on at once, with its credits returned', async () => {
    const { ledger, service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    expect(await service.cancel({ accountId: ALICE, taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'cancelled',
      processed: 1,
      credits: { held: 0, charged: 0 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
  });

  it('begins no further call; those under way may answer, and are charged', async () => {
    const { calls, checker } = heldChecker();
    const { clock, ledger, result, service, submitCsv } = await trialService({
      checker,
      checkConcurrency: 10,
      chunkSize: 100,
    });
    const { taskId } = await submitCsv(FILE);
    const work = service.work();
    await until(() => calls.length === 10);
    for (const call of calls.slice(0, 3)) call.answer('dead');
    await until(() => calls.length === 13);
    // All answers are recorded by now, so no further record can stop the work.
    await settle();
    const cancelled = service.cancel({ accountId: ALICE, taskId });
    await settle();
    for (const call of calls.slice(3, 13)) call.answer('inactive');
    await settle();
    // The cancel polls, since any process may work on the task.
    clock.advance(250);
    expect(await cancelled).toMatchObject({
      status: 'failed',
      failureReason: 'cancelled',
      processed: 14,
      summary: { dead: 3, inactive: 10, unknown: 1 },
      credits: { held: 0, charged: 13 },
    });
    await work;
    expect(calls).toHaveLength(13);
    expect(calls.some(({ signal }) => signal.aborted)).toBe(false);
    expect(await ledger.balance(ALICE)).toEqual({ available: 987, held: 0 });
    const whole = service.results({ accountId: ALICE, taskId });
    await expect(whole).rejects.toMatchObject({ code: 'task_not_done' });
    expect((await result({ taskId }, { partial: true })).split('\n').slice(1, 16)).toEqual([
      ...Array.from({ length: 3 }, (_, n) => `+1415555${2_000 + n},dead`),
      ...Array.from({ length: 10 }, (_, n) => `+1415555${2_003 + n},inactive`),
      '+14155552013,unknown',
      '+14155552014,unknown',
    ]);
    expect(clock.pending).toBe(0);
  });

  it('resolves within two seconds to a task that still ends, where its last calls do not', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service, submitCsv } = await trialService({ checker, checkDeadlineMs: 60_000 });
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    const work = service.work();
    await until(() => calls.length === 1);
    const cancelled = service.cancel({ accountId: ALICE, taskId });
    for (let step = 0; step < 8; step += 1) {
      await settle();
      clock.advance(250);
    }
    expect(await cancelled).toMatchObject({ status: 'processing', failureReason: null });
    calls[0]?.answer('dead');
    await work;
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'cancelled',
      credits: { charged: 1 },
    });
  });

  it('ends as soon as the lease of a dead process has ended', async () => {
    const { clock, service, store, submitCsv } = await trialService();
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    await store.claim({ leaseMs: 100, limit: 1, taskId: null });
    const cancelled = service.cancel({ accountId: ALICE, taskId });
    await settle();
    clock.advance(100);
    expect(await cancelled).toMatchObject({ status: 'failed', failureReason: 'cancelled' });
    expect(clock.elapsed()).toBe(100);
  });

  it('is refused if the task meanwhile ends in a way that was decided before', async () => {
    const { ledger, service, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    const { settle: settleHold } = ledger;
    let resume = (): void => undefined;
    ledger.settle = async (request) => {
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      return await settleHold.call(ledger, request);
    };
    const work = service.work();
    await settle();
    const cancelled = service.cancel({ accountId: ALICE, taskId });
    const refused = expect(cancelled).rejects.toMatchObject({ code: 'task_has_ended' });
    await settle();
    resume();
    await work;
    await refused;
    expect(clock.pending).toBe(0);
  });

  it('leaves no listener if another process ended the task', async () => {
    const { checker } = heldChecker();
    const there = await trialService({ checker });
    const { clock, ledger, store } = there;
    const here = await trialService({ clock, ledger, store });
    const { taskId } = await there.submitCsv('phone\n+14155550100\n');
    void there.service.work();
    await settle();
    let listening = 0;
    const listen = vi.spyOn(TaskListeners.prototype, 'listen').mockImplementation(() => {
      listening += 1;
      return () => {
        listening -= 1;
      };
    });
    const cancelled = here.service.cancel({ accountId: ALICE, taskId });
    for (let step = 0; step < 8; step += 1) {
      await settle();
      clock.advance(250);
    }
    await cancelled;
    expect(listen).toHaveBeenCalled();
    listen.mockRestore();
    expect(listening).toBe(0);
  });

  it('reaches a chunk that another process works on within a third of its lease', async () => {
    const { calls, checker } = heldChecker();
    const there = await trialService({
      checker,
      checkConcurrency: 5,
      chunkSize: 100,
      leaseMs: 60_000,
      checkDeadlineMs: 600_000,
    });
    const { clock, ledger, store } = there;
    const here = await trialService({ clock, ledger, store });
    const { taskId } = await there.submitCsv(FILE);
    const work = there.service.work();
    await until(() => calls.length === 5);
    const cancelled = here.service.cancel({ accountId: ALICE, taskId });
    for (let step = 0; step < 8; step += 1) {
      await settle();
      clock.advance(250);
    }
    expect(await cancelled).toMatchObject({ status: 'processing' });
    clock.advance(18_000);
    await settle();
    for (const call of calls) call.answer('dead');
    await work;
    await settle();
    expect(calls).toHaveLength(5);
    expect(await here.workToEnd({ taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'cancelled',
      credits: { held: 0, charged: 5 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 0 });
  });

  it('reaches a chunk that another process works on with its next record', async () => {
    const { calls, checker } = heldChecker();
    const { service, store, submitCsv, workToEnd } = await trialService({
      checker,
      checkConcurrency: 5,
      chunkSize: 100,
    });
    const { taskId } = await submitCsv(FILE);
    const work = service.work();
    await until(() => calls.length === 5);
    await store.fail(taskId, 'cancelled');
    calls[0]?.answer('dead');
    await settle();
    // One call began before the record was made.
    expect(calls).toHaveLength(6);
    for (const call of calls) call.answer('dead');
    await work;
    expect(calls).toHaveLength(6);
    expect(await workToEnd({ taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'cancelled',
      credits: { held: 0, charged: 6 },
    });
  });

  it('may be repeated, and changes nothing then', async () => {
    const { ledger, service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const first = await service.cancel({ accountId: ALICE, taskId });
    expect(await service.cancel({ accountId: ALICE, taskId })).toEqual(first);
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });

  it('happens once for simultaneous calls', async () => {
    const { ledger, service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => service.cancel({ accountId: ALICE, taskId })),
    );
    for (const task of all) expect(task).toMatchObject({ status: 'failed', failureReason: 'cancelled' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });

  it('is refused for a task that is done, or failed for another reason', async () => {
    const down = () => Promise.reject(new DialproofError('checker_unavailable'));
    const done = await trialService();
    const task = await done.workToEnd(await done.submitCsv('phone\n+14155550100\n'));
    await expect(done.service.cancel({ accountId: ALICE, taskId: task.taskId })).rejects.toMatchObject({
      code: 'task_has_ended',
      hint: 'the task is done already',
    });
    const failed = await trialService({ checker: { check: down }, outageTimeoutMs: 1_000 });
    const { taskId } = await failed.workToEnd(await failed.submitCsv('phone\n+14155550100\n'));
    await expect(failed.service.cancel({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'task_has_ended',
      hint: 'the task is failed already',
    });
    expect(await failed.service.task({ accountId: ALICE, taskId })).toMatchObject({
      failureReason: 'checker_unavailable',
    });
  });

  it('ends a task that waits for its checker', async () => {
    const down = () => Promise.reject(new DialproofError('checker_unavailable', { retryAfterMs: 3_600_000 }));
    const { service, submitCsv, workAll } = await trialService({ checker: { check: down } });
    const { taskId } = await submitCsv(FILE);
    await workAll();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ waiting: {} });
    expect(await service.cancel({ accountId: ALICE, taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'cancelled',
      waiting: null,
    });
  });

  it("does not find another account's task", async () => {
    const { service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    for (const request of [
      { accountId: BOB, taskId },
      { accountId: ALICE, taskId: asTaskId('none') },
    ]) {
      await expect(service.cancel(request)).rejects.toMatchObject({ code: 'task_not_found' });
    }
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ status: 'queued' });
  });
});
