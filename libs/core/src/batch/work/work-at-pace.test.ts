import { describe, expect, it, vi } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import type { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { TaskId } from '../../model/identifiers.js';
import { InProcessTaskQueue } from '../../queue/in-process-task-queue.js';
import { ALICE, digitChecker, trialService } from '../../service/trial-service.fixture.js';

const phones = (count: number): string =>
  `phone\n${Array.from({ length: count }, (_, index) => `+1415555${String(index).padStart(3, '0')}1`).join('\n')}\n`;

/** How many claims each call of the store asked for, while there was something to claim. */
function limitsOf(store: MemoryTaskStore): number[] {
  const limits: number[] = [];
  const claim = store.claim.bind(store);
  vi.spyOn(store, 'claim').mockImplementation(async (request) => {
    const answer = await claim(request);
    if (answer.claims.length > 0) limits.push(request.limit);
    return answer;
  });
  return limits;
}

/** A service whose queue makes one call at a time. */
async function trialAtPace(options: Parameters<typeof trialService>[0] = {}) {
  const trial = await trialService({
    queue: new InProcessTaskQueue({ concurrency: 1, retryDelayMs: 1 }),
    chunkSize: 1,
    ...options,
  });
  /** Resolves when the task is done; the clock is advanced by `passMs` in each turn of the event loop until then. */
  const done = async (taskId: TaskId, passMs = 0): Promise<void> => {
    while ((await trial.service.task({ accountId: ALICE, taskId })).status !== 'done') {
      trial.clock.advance(passMs);
      await settle(1);
    }
  };
  return { ...trial, done };
}

describe('the work of a queue', () => {
  it('claims as many chunks at once as have ended lately', async () => {
    const { done, service, store, submitCsv } = await trialAtPace();
    const limits = limitsOf(store);
    const { taskId } = await submitCsv(phones(16));
    await service.start();
    await done(taskId);
    expect(limits).toEqual([1, 1, 2, 4, 8]);
    await service.close();
  });

  it('claims one chunk at a time where each takes long', async () => {
    const { clock, done, service, store, submitCsv } = await trialAtPace({
      checker: {
        async check(number, context) {
          clock.advance(101);
          return await digitChecker.check(number, context);
        },
      },
    });
    const limits = limitsOf(store);
    const { taskId } = await submitCsv(phones(5));
    await service.start();
    await done(taskId);
    expect(limits).toEqual([1, 1, 1, 1, 1]);
    await service.close();
  });

  it('claims one piece at a time for a host that calls it', async () => {
    const { service, store, submitCsv, workAll } = await trialService({ chunkSize: 1 });
    const limits = limitsOf(store);
    await submitCsv(phones(5));
    await workAll();
    expect(limits).toEqual([1, 1, 1, 1, 1]);
    await service.close();
  });

  it('gives everything back that it has claimed when it is stopped', async () => {
    const { service, store, submitCsv } = await trialAtPace();
    const claim = store.claim.bind(store);
    let closed: Promise<void> | undefined;
    vi.spyOn(store, 'claim').mockImplementation(async (request) => {
      const answer = await claim(request);
      if (answer.claims.length > 1) closed ??= service.close();
      return answer;
    });
    const giveBack = vi.spyOn(store, 'giveBack');
    const { taskId } = await submitCsv(phones(16));
    await service.start();
    await until(() => closed !== undefined);
    await closed;
    expect(giveBack.mock.calls.map(([{ chunkIndex }]) => chunkIndex)).toEqual([2, 3]);
    expect(await store.find(taskId)).toMatchObject({ status: 'processing', processed: 2 });
  });

  it('gives the chunks back that it has not begun when the checker has become slow', async () => {
    const { calls, checker } = heldChecker();
    let isSlow = false;
    const { clock, done, service, store, submitCsv } = await trialAtPace({
      checker: {
        check: (number, context) => (isSlow ? checker : digitChecker).check(number, context),
      },
    });
    const claim = store.claim.bind(store);
    vi.spyOn(store, 'claim').mockImplementation(async (request) => {
      const answer = await claim(request);
      isSlow = answer.claims.length === 4 && calls.length === 0;
      return answer;
    });
    const giveBack = vi.spyOn(store, 'giveBack');
    const { taskId } = await submitCsv(phones(16));
    await service.start();
    await until(() => calls.length === 1);
    clock.advance(251);
    isSlow = false;
    calls[0]?.answer('dead');
    await done(taskId);
    expect(giveBack.mock.calls.map(([{ chunkIndex }]) => chunkIndex)).toEqual([5, 6, 7]);
    await service.close();
  });

  it('does the other claims when one of them fails', async () => {
    const { done, failures, ledger, service, store, submitCsv } = await trialAtPace();
    const limits = limitsOf(store);
    vi.spyOn(ledger, 'settle').mockRejectedValueOnce(new Error('the ledger is down'));
    const tasks = [await submitCsv(phones(3)), await submitCsv(phones(2)), await submitCsv(phones(2))];
    await service.start();
    await until(() => failures.length > 0);
    for (const { taskId } of tasks) await done(taskId, 1_000);
    expect(limits.slice(0, 4)).toEqual([1, 1, 2, 4]);
    expect(failures.map(({ kind }) => kind)).toEqual(['work_failed']);
    await service.close();
  });
});
