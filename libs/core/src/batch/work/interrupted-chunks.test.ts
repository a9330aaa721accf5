import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import { DialproofError } from '../../model/errors.js';
import type { ChunkRecord, Lease, RecordAnswer } from '../../ports/task-store.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import { counted, fileOf, trialOf } from './flaky-upstream.fixture.js';

describe('a worker that is stopped in the middle of a chunk', () => {
  it('loses no answer, and the next worker asks nothing again', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialOf({ checker, checkConcurrency: 50 });
    const { taskId } = await trial.submitCsv(fileOf(250));
    const stop = new AbortController();
    const work = trial.service.work(stop.signal);
    await until(() => calls.length === 50);
    for (const call of calls.slice(0, 30)) call.answer('dead');
    await until(() => calls.length === 80);
    stop.abort();
    // Running calls may still answer.
    for (const call of calls.slice(30)) call.answer('dead');
    await work;
    expect(calls).toHaveLength(80);
    const { checker: others, upstream } = counted(() => 'dead');
    const { clock, ledger, store } = trial;
    const next = await trialService({ clock, ledger, store, checker: others });
    expect(await next.workToEnd({ taskId })).toMatchObject({ status: 'done', credits: { charged: 250 } });
    expect(upstream.asked).toBe(170);
  });
});

describe('a record that fails', () => {
  class FailingStore extends MemoryTaskStore {
    failures = 0;
    override async record(lease: Lease, record: ChunkRecord): Promise<RecordAnswer> {
      if (this.failures > 0) {
        this.failures -= 1;
        throw new DialproofError('storage_unavailable');
      }
      return await super.record(lease, record);
    }
  }

  it.each([1, 6])('%i times in a row loses no answer, and nothing is asked again', async (times) => {
    const { checker, upstream } = counted(async () => {
      await new Promise(setImmediate);
      return 'dead' as const;
    });
    const trial = await trialOf({ checker, checkConcurrency: 20, store: new FailingStore() });
    // The store of the trial is the one that it was given.
    const store = trial.store as FailingStore;
    const { taskId } = await trial.submitCsv(fileOf(250));
    store.failures = times;
    const work = trial.service.work();
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await settle(2);
      trial.clock.advance(100);
    }
    expect(await trial.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      credits: { charged: 250 },
    });
    expect(upstream).toMatchObject({ asked: 250, answered: 250 });
    expect(trial.failures.filter(({ kind }) => kind === 'work_failed')).toMatchObject([{ count: 1 }]);
  });

  it('lets no further call begin until one has succeeded', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialOf({ checker, checkConcurrency: 10, store: new FailingStore() });
    const store = trial.store as FailingStore;
    await trial.submitCsv(fileOf(250));
    store.failures = 3;
    const work = trial.service.work();
    await until(() => calls.length === 10);
    for (const call of calls.slice(0, 5)) call.answer('dead');
    await settle();
    for (const call of calls.slice(5, 10)) call.answer('dead');
    await settle();
    // One call may have begun before the record failed, and one waited for it.
    const begun = calls.length;
    expect(begun).toBeLessThanOrEqual(16);
    for (const call of calls.slice(10)) call.answer('dead');
    await settle();
    expect(calls.length).toBe(begun);
    for (let step = 0; step < 10; step += 1) {
      trial.clock.advance(100);
      await settle();
    }
    expect(calls.length).toBeGreaterThan(begun);
    const closed = trial.service.close();
    for (const call of calls) call.answer('dead');
    await Promise.all([closed, work]);
  });
});
