import { describe, expect, it } from 'vitest';
import { settle, until } from '../async/turns.fixture.js';
import { heldChecker } from '../checking/held-checker.fixture.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import { accountId } from '../model/identifiers.js';
import { ALICE, trialService } from './trial-service.fixture.js';

const FILE = `phone\n${Array.from({ length: 100 }, (_, n) => `+1415555${2_000 + n}\n`).join('')}`;

/** A file of Alice's with ten calls under way, and three answers that are recorded. */
async function trialAtWork() {
  const { calls, checker } = heldChecker();
  const clock = new ManualClock();
  const store = new MemoryTaskStore({ clock });
  const options = { clock, store, suspensions: store, checker, checkConcurrency: 10, chunkSize: 50 };
  const trial = await trialService(options);
  const { taskId } = await trial.submitCsv(FILE);
  const work = trial.service.work();
  await until(() => calls.length === 10);
  for (const call of calls.slice(0, 3)) call.answer('dead');
  await until(() => calls.length === 13);
  await settle();
  clock.advance(15);
  const task = () => trial.service.task({ accountId: ALICE, taskId });
  /** Answers all calls until the work has ended. */
  const answerAll = async (from: number): Promise<void> => {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    for (let next = from; !isOver; ) {
      for (; next < calls.length; next += 1) calls[next]?.answer('inactive');
      await settle();
      clock.advance(15);
    }
  };
  return { ...trial, answerAll, calls, clock, task, taskId, work };
}

describe('an account that is suspended', () => {
  it('has no further number checked, keeps its answers, and its task shows why it waits', async () => {
    const { answerAll, calls, clock, service, task, work } = await trialAtWork();
    await service.suspendAccount(ALICE);
    const since = clock.now();
    await answerAll(3);
    await work;
    // One call may have begun before a record told its worker to stop.
    expect(calls.length).toBeLessThanOrEqual(23);
    expect(await task()).toMatchObject({
      status: 'processing',
      processed: calls.length,
      waiting: { reason: 'account_suspended', since, nextTryAt: null },
    });
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
  });

  it('has its task continued when it is reinstated, without repeated checks', async () => {
    const { answerAll, calls, service, task, workToEnd, taskId } = await trialAtWork();
    await service.suspendAccount(ALICE);
    await answerAll(3);
    await service.reinstateAccount(ALICE);
    expect(await task()).toMatchObject({ waiting: null });
    const ended = workToEnd({ taskId });
    for (let next = 0; next < 100; ) {
      for (; next < calls.length; next += 1) calls[next]?.answer('dead');
      await settle();
    }
    expect(await ended).toMatchObject({ status: 'done', credits: { charged: 100 } });
    expect(calls).toHaveLength(100);
  });

  it('can have its task cancelled, and is charged for the answers', async () => {
    const { answerAll, calls, ledger, service, taskId } = await trialAtWork();
    await service.suspendAccount(ALICE);
    await answerAll(3);
    const cancelled = await service.cancel({ accountId: ALICE, taskId });
    expect(cancelled).toMatchObject({ status: 'failed', credits: { held: 0, charged: calls.length } });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000 - calls.length, held: 0 });
  });

  it('is refused without the port, and without a valid id', async () => {
    const { service } = await trialService();
    await expect(service.suspendAccount(ALICE)).rejects.toMatchObject({ code: 'not_supported' });
    await expect(service.reinstateAccount(accountId('a'))).rejects.toMatchObject({ code: 'not_supported' });
  });
});
