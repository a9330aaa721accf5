import { describe, expect, it, vi } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { InProcessTaskQueue } from '../../memory/in-process-task-queue.js';
import { ManualClock } from '../../memory/manual-clock.js';
import type { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import { DialproofError } from '../../model/errors.js';
import type { TaskId } from '../../model/identifiers.js';
import { ALICE, digitChecker, trialService } from '../../service/trial-service.fixture.js';

const MOST_TURNS = 10_000;

const phones = (count: number): string =>
  `phone\n${Array.from({ length: count }, (_, index) => `+1415555${String(index).padStart(3, '0')}1`).join('\n')}\n`;

/** The limit of each call of `claim` that returned work. */
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
  // The queue has the clock of the service. Otherwise it would pause by the real time.
  const clock = new ManualClock();
  const trial = await trialService({
    clock,
    queue: new InProcessTaskQueue({ clock, concurrency: 1, retryDelayMs: 1 }),
    chunkSize: 1,
    ...options,
  });
  /** Resolves when the task is done; the clock is advanced by `passMs` in each turn of the event loop until then. */
  const done = async (taskId: TaskId, passMs = 0): Promise<void> => {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      if ((await trial.service.task({ accountId: ALICE, taskId })).status === 'done') return;
      trial.clock.advance(passMs);
      await settle(1);
    }
    throw new Error(`not done after ${MOST_TURNS} turns`);
  };
  return { ...trial, done };
}

describe('the work of a queue', () => {
  it('claims as many chunks at once as have ended recently', async () => {
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
    expect(giveBack.mock.calls.map(([{ chunkIndex }]) => chunkIndex).sort()).toEqual([2, 3]);
    expect(await store.find(taskId)).toMatchObject({ status: 'processing', processed: 2 });
  });

  it('reports every error, and does its other claims', async () => {
    const { clock, done, failures, ledger, service, store, submitCsv } = await trialAtPace();
    const limits = limitsOf(store);
    const tasks = [await submitCsv(phones(3)), await submitCsv(phones(2)), await submitCsv(phones(2))];
    const causes = [new Error('the ledger is down'), new TypeError('the ledger has another defect')];
    for (const cause of causes) vi.spyOn(ledger, 'settle').mockRejectedValueOnce(cause);
    await service.start();
    // The first pieces are claimed slowly: the pace is that of the last 100 ms.
    await until(() => {
      clock.advance(1);
      return failures.length > 1;
    });
    for (const { taskId } of tasks) await done(taskId, 1_000);
    expect(limits.slice(0, 4)).toEqual([1, 1, 2, 4]);
    expect(failures.map(({ cause, kind }) => [kind, cause])).toEqual([
      ['work_failed', causes[0]],
      ['work_failed', causes[1]],
    ]);
    await service.close();
  });

  it('does not lose its pace to claims that fail', async () => {
    const { done, service, store, submitCsv } = await trialAtPace();
    const { taskId } = await submitCsv(phones(4));
    await service.start();
    await done(taskId);
    const limits = limitsOf(store);
    vi.spyOn(store, 'claim').mockRejectedValueOnce(new Error('the store is down'));
    const next = await submitCsv(phones(4));
    await done(next.taskId, 1);
    expect(Math.max(...limits)).toBeGreaterThan(3);
    await service.close();
  });
});

describe('claimed chunks that have not begun', () => {
  /** A queue that has begun the first of four claimed chunks, whose check hangs. */
  async function withThreeWaiting() {
    const { calls, checker } = heldChecker();
    let isHeld = false;
    const trial = await trialAtPace({
      checker: { check: (number, context) => (isHeld ? checker : digitChecker).check(number, context) },
    });
    const claim = trial.store.claim.bind(trial.store);
    vi.spyOn(trial.store, 'claim').mockImplementation(async (request) => {
      const answer = await claim(request);
      isHeld = answer.claims.length === 4 && calls.length === 0;
      return answer;
    });
    const giveBack = vi.spyOn(trial.store, 'giveBack');
    const task = await trial.submitCsv(phones(16));
    await trial.service.start();
    await until(() => calls.length === 1);
    const givenBack = () => giveBack.mock.calls.map(([{ chunkIndex }]) => chunkIndex);
    const release = (): void => {
      isHeld = false;
      calls[0]?.answer('dead');
    };
    return { ...trial, givenBack, release, task };
  }

  it('are given back while the first one waits for a checker that has become slow', async () => {
    const { clock, done, givenBack, release, service, task } = await withThreeWaiting();
    clock.advance(249);
    await settle();
    expect(givenBack()).toEqual([]);
    clock.advance(1);
    await settle();
    expect(givenBack()).toEqual([5, 6, 7]);
    release();
    await done(task.taskId);
    await service.close();
  });

  it('are given back as soon as the work is to stop', async () => {
    const { clock, givenBack, release, service } = await withThreeWaiting();
    const closed = service.close();
    await settle();
    expect(givenBack()).toEqual([5, 6, 7]);
    release();
    clock.advance(1);
    await closed;
  });

  it('are given back as soon as their task is cancelled', async () => {
    const { givenBack, release, service, task } = await withThreeWaiting();
    const cancelled = service.cancel({ accountId: ALICE, taskId: task.taskId });
    await settle();
    expect(givenBack()).toEqual([5, 6, 7]);
    release();
    await cancelled;
    await service.close();
  });

  it('make no call in an outage that has begun since the claim', async () => {
    let calls = 0;
    const { service, submitCsv } = await trialAtPace({
      chunkSize: 10,
      checkConcurrency: 2,
      checker: {
        async check(number, context) {
          calls += 1;
          if (calls > 200) throw new DialproofError('checker_out_of_funds');
          return await digitChecker.check(number, context);
        },
      },
    });
    await submitCsv(phones(900));
    await service.start();
    await until(() => calls > 200);
    await settle(400);
    // At most the calls that were under way.
    expect(calls).toBeLessThanOrEqual(202);
    await service.close();
  });
});
