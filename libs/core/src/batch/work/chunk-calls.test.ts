import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import type { BulkNumberChecker, NumberChecker } from '../../ports/number-checker.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import { fileOf, trialOf } from './flaky-upstream.fixture.js';

describe('the calls for a chunk', () => {
  it('begin while a record is under way, however slow the store is', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialOf({ checker, checkConcurrency: 2 });
    const { store } = trial;
    const record = store.record.bind(store);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    store.record = async (lease, news) => {
      await held;
      return await record(lease, news);
    };
    await trial.submitCsv(fileOf(10));
    const work = trial.service.work();
    for (let at = 0; at < 10; at += 1) {
      await until(() => calls.length > at);
      calls[at]?.answer('dead');
      await settle(2);
    }
    goOn();
    await work;
    expect(calls).toHaveLength(10);
  });

  it('are one at a time, and end with the first failure, while nothing at all is answered', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialOf({ checker, checkConcurrency: 60, chunkSize: 60 });
    await trial.submitCsv(fileOf(120));
    const first = trial.service.work();
    await until(() => calls.length === 60);
    for (const call of calls) call.fail(new Error('502'));
    await first;
    const next = trial.service.work();
    await until(() => calls.length > 60);
    await settle();
    expect(calls).toHaveLength(61);
    calls[60]?.fail(new Error('502'));
    await next;
    expect(calls).toHaveLength(61);
    // The numbers pause as after a first failure, though none was counted.
    const outcome = await trial.service.work();
    expect(outcome).toMatchObject({ did: 'nothing', retryAfterMs: expect.any(Number) });
    expect(outcome.did === 'nothing' && outcome.retryAfterMs).toBeGreaterThan(2_000);
  });

  it('leave turns of the event loop to others, also when every answer is there at once', async () => {
    const CHUNK = 5_000;
    const mostInATurn = { now: 0, ever: 0 };
    let isOver = false;
    const count = (): void => {
      mostInATurn.ever = Math.max(mostInATurn.ever, mostInATurn.now);
      mostInATurn.now = 0;
      if (!isOver) setImmediate(count);
    };
    const checker: NumberChecker = {
      async check() {
        mostInATurn.now += 1;
        return 'dead';
      },
    };
    const trial = await trialOf({ checker, chunkSize: CHUNK });
    await trial.submitCsv(fileOf(CHUNK));
    count();
    await trial.service.work();
    isOver = true;
    await settle(1);
    expect(mostInATurn.ever).toBeLessThan(CHUNK / 2);
  });
});

describe('the bulk calls for a chunk', () => {
  it('never mix numbers that have failed with numbers that have not', async () => {
    const stop = new AbortController();
    const sizes: number[] = [];
    const checker: BulkNumberChecker = {
      maxNumbers: 100,
      async checkMany(numbers) {
        sizes.push(numbers.length);
        if (sizes.length > 1) return numbers.map(() => 'dead' as const);
        stop.abort();
        throw new Error('upstream 500');
      },
    };
    const trial = await trialOf({ checker, checkConcurrency: 1, chunkSize: 150 });
    const task = await trial.submitCsv(fileOf(150));
    await trial.service.work(stop.signal);
    expect(await trial.workToEnd(task)).toMatchObject({ status: 'done', checksFailed: 0 });
    expect(sizes).toEqual([100, 50, ...Array.from({ length: 10 }, () => 10)]);
  });

  it.each([
    ['with a failure that says when to ask again', new Error('503'), 5_000, [100, 50, 100]],
    ['with one that says that asking again is of use', new Error('closed'), 0, [100, 50, 100]],
    ['with any other', new Error('422'), undefined, [100, 50, ...Array.from({ length: 10 }, () => 10)]],
  ])('are made again whole only where their numbers are not the reason: %s', async (...given) => {
    const [, error, retryAfterMs, expected] = given;
    const sizes: number[] = [];
    const checker: BulkNumberChecker = {
      maxNumbers: 100,
      async checkMany(numbers) {
        sizes.push(numbers.length);
        if (sizes.length === 1)
          throw Object.assign(error, retryAfterMs === undefined ? {} : { retryAfterMs });
        return numbers.map(() => 'dead' as const);
      },
    };
    const trial = await trialOf({ checker, checkConcurrency: 1, chunkSize: 150 });
    const task = await trial.submitCsv(fileOf(150));
    expect(await trial.workToEnd(task)).toMatchObject({ status: 'done', checksFailed: 0 });
    expect(sizes).toEqual(expected);
    expect(trial.clock.elapsed()).toBeGreaterThanOrEqual(Math.max(2_000, retryAfterMs ?? 0));
  });

  it('are repeated whole, not in tenths, when they were not answered in time', async () => {
    const sizes: number[] = [];
    const checker: BulkNumberChecker = {
      maxNumbers: 100,
      checkMany(numbers) {
        sizes.push(numbers.length);
        return sizes.length === 1 ? new Promise(() => {}) : Promise.resolve(numbers.map(() => 'dead'));
      },
    };
    const trial = await trialOf({ checker, chunkSize: 100, checkDeadlineMs: 2_000 });
    const task = await trial.submitCsv(fileOf(100));
    const work = trial.service.work();
    await until(() => sizes.length === 1);
    // The deadline is 2 seconds, and 50 ms for each further number.
    for (let second = 0; second < 7; second += 0.5) {
      await settle(2);
      trial.clock.advance(500);
    }
    await work;
    expect(await trial.workToEnd(task)).toMatchObject({ status: 'done', checksFailed: 0 });
    expect(sizes).toEqual([100, 100]);
  });

  it('ask about a number that always fails once more than its attempts allow, and about no other more often than necessary', async () => {
    const sizes: number[] = [];
    const answered: string[] = [];
    const checker: BulkNumberChecker = {
      maxNumbers: 100,
      async checkMany(numbers) {
        sizes.push(numbers.length);
        if (numbers.some((number) => number.endsWith('042'))) {
          throw Object.assign(new Error('closed'), { retryAfterMs: 0 });
        }
        answered.push(...numbers);
        return numbers.map(() => 'dead' as const);
      },
    };
    const trial = await trialOf({ checker, checkConcurrency: 1, chunkSize: 100 });
    const task = await trial.submitCsv(fileOf(100));
    expect(await trial.workToEnd(task)).toMatchObject({
      status: 'done',
      checksFailed: 1,
      summary: { dead: 99, unknown: 1 },
      credits: { charged: 99 },
    });
    const ten = Array.from({ length: 10 });
    expect(sizes).toEqual([100, 100, ...ten.map(() => 10), ...ten.map(() => 1)]);
    expect(new Set(answered).size).toBe(answered.length);
  });

  it('are made once where one attempt is allowed', async () => {
    const sizes: number[] = [];
    const checker: BulkNumberChecker = {
      maxNumbers: 100,
      async checkMany(numbers) {
        sizes.push(numbers.length);
        throw Object.assign(new Error('503'), { retryAfterMs: 0 });
      },
    };
    const trial = await trialOf({ checker, chunkSize: 100, checkAttempts: 1 });
    const task = await trial.submitCsv(fileOf(100));
    expect(await trial.workToEnd(task)).toMatchObject({ status: 'done', checksFailed: 100 });
    expect(sizes).toEqual([100]);
  });

  it('never mix numbers whose call has failed with new ones, also when they are repeated whole', async () => {
    const stop = new AbortController();
    const sizes: number[] = [];
    const checker: BulkNumberChecker = {
      maxNumbers: 100,
      async checkMany(numbers) {
        sizes.push(numbers.length);
        if (sizes.length > 1) return numbers.map(() => 'dead' as const);
        stop.abort();
        throw Object.assign(new Error('503'), { retryAfterMs: 0 });
      },
    };
    const trial = await trialOf({ checker, checkConcurrency: 1, chunkSize: 150 });
    const task = await trial.submitCsv(fileOf(150));
    await trial.service.work(stop.signal);
    expect(await trial.workToEnd(task)).toMatchObject({ status: 'done', checksFailed: 0 });
    expect(sizes).toEqual([100, 50, 100]);
  });
});

describe('numbers that others have answered meanwhile', () => {
  it('use up none of the calls allowed in a second', async () => {
    const { calls, checker } = heldChecker();
    const options = { chunkSize: 20, checkConcurrency: 1, maxCallsPerSecond: 1, checkDeadlineMs: 600_000 };
    const old = await trialService({ ...options, checker });
    const { clock, ledger, store } = old;
    const { taskId } = await old.submitCsv(fileOf(20));
    const work = old.service.work();
    await until(() => calls.length === 1);
    old.endLeases();
    const others: NumberChecker = {
      async check(number) {
        if (number.endsWith('19')) throw new Error('502');
        return Number(number) % 2 === 0 ? 'dead' : 'inactive';
      },
    };
    await (await trialService({ clock, ledger, store, checker: others, chunkSize: 20 })).service.work();
    calls[0]?.answer('dead');
    for (let second = 0; second < 3; second += 1) {
      await settle();
      clock.advance(1_000);
    }
    await settle();
    expect(calls.map(({ number }) => number.slice(-2))).toEqual(['00', '19']);
    calls[1]?.answer('dead');
    await work;
    expect(await old.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      summary: { dead: 11, inactive: 9 },
    });
  });
});
