import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { MemoryTaskStore } from '../../memory/memory-task-store.js';
import type { E164 } from '../../model/e164.js';
import { DialproofError } from '../../model/errors.js';
import type { BulkNumberChecker, NumberChecker } from '../../ports/number-checker.js';
import type { ChunkRecord, Lease, RecordAnswer } from '../../ports/task-store.js';
import { ALICE, type TrialOptions, trialService } from '../../service/trial-service.fixture.js';

const MINUTE_MS = 60_000;

/** A file of so many numbers. */
function fileOf(count: number): string {
  return `phone\n${Array.from({ length: count }, (_, n) => `+1415${2_000_000 + n}\n`).join('')}`;
}

/** Counts how often each number was answered, which is what an upstream charges for. */
function counted(ask: (number: E164) => 'dead' | Promise<'dead'>) {
  const answers = new Map<E164, number>();
  const upstream = {
    asked: 0,
    get answered(): number {
      return [...answers.values()].reduce((sum, times) => sum + times, 0);
    },
    /** Numbers that were answered more than once. */
    get twice(): number {
      return [...answers.values()].filter((times) => times > 1).length;
    },
  };
  const checker: NumberChecker = {
    async check(number) {
      upstream.asked += 1;
      const status = await ask(number);
      answers.set(number, (answers.get(number) ?? 0) + 1);
      return status;
    },
  };
  return { checker, upstream };
}

/** Alice with credits for a large file. */
async function trialOf(options: TrialOptions) {
  const trial = await trialService({ chunkSize: 250, ...options });
  await trial.ledger.grant(ALICE, 9_000);
  return trial;
}

describe('an upstream with a quota of 100 answers a minute', () => {
  it.each([
    ['and says until when', true],
    ['and does not say until when', false],
  ])('is paid once for every answer, %s', async (_, saysUntilWhen) => {
    let minute = 0;
    let left = 100;
    const { checker, upstream } = counted(() => {
      const now = trial.clock.elapsed();
      if (Math.floor(now / MINUTE_MS) > minute) {
        minute = Math.floor(now / MINUTE_MS);
        left = 100;
      }
      if (left > 0) {
        left -= 1;
        return 'dead';
      }
      const retryAfterMs = (minute + 1) * MINUTE_MS - now;
      throw new DialproofError('checker_unavailable', saysUntilWhen ? { retryAfterMs } : {});
    });
    const trial = await trialOf({ checker });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(1_000)));
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: 1_000 } });
    expect(upstream).toMatchObject({ answered: 1_000, twice: 0 });
    // Where it is told, a minute of quota is all that it waits for.
    expect(trial.clock.elapsed()).toBeLessThan((saysUntilWhen ? 10 : 20) * MINUTE_MS);
  });
});

describe('an upstream of which one call in a hundred says that it is unavailable', () => {
  it('is asked little more often than there are numbers, and the task ends', async () => {
    const { checker, upstream } = counted(() => {
      if (upstream.asked % 100 === 0) throw new DialproofError('checker_unavailable');
      return 'dead';
    });
    const trial = await trialOf({ checker });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(2_000)));
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: 2_000 } });
    expect(upstream.answered).toBe(2_000);
    expect(upstream.asked).toBeLessThanOrEqual(2_000 * 1.02);
    expect(trial.clock.elapsed()).toBeLessThan(MINUTE_MS);
  });
});

describe('an upstream that says of some numbers that it is unavailable', () => {
  it.each([
    ['one in the middle', 2_000, [1_000]],
    ['one in the last chunk but one', 2_000, [1_700]],
    ['the last but 50', 2_000, [1_949]],
    ['the last', 2_000, [1_999]],
    ['two side by side', 2_000, [1_700, 1_701]],
    ['one of a small file', 50, [30]],
  ])('ends with them unknown and free, and all others answered once: %s', async (_, count, positions) => {
    const bad = new Set(positions.map((position) => `+1415${2_000_000 + position}`));
    const { checker, upstream } = counted((number) => {
      if (bad.has(number)) throw new DialproofError('checker_unavailable');
      return 'dead';
    });
    const trial = await trialOf({ checker, outageTimeoutMs: 60_000 });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(count)));
    const answered = count - positions.length;
    expect(task).toMatchObject({
      status: 'done',
      checksFailed: positions.length,
      summary: { dead: answered, unknown: positions.length },
      credits: { charged: answered },
    });
    expect(upstream).toMatchObject({ answered, twice: 0 });
  });
});

describe('numbers whose checks fail', () => {
  it('never fail their task: twenty rejections side by side among 2,000', async () => {
    const { checker, upstream } = counted((number) => {
      if (number >= '+14152001500' && number < '+14152001520') throw new Error('upstream 500');
      return 'dead';
    });
    const trial = await trialOf({ checker });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(2_000)));
    expect(task).toMatchObject({
      status: 'done',
      checksFailed: 20,
      summary: { dead: 1_980, unknown: 20 },
      credits: { held: 0, charged: 1_980 },
    });
    // Three attempts each.
    expect(upstream.asked).toBe(1_980 + 60);
    const [, ...rows] = (await trial.result(task)).trimEnd().split('\n');
    expect(rows.filter((row) => row.endsWith(',unknown'))).toEqual(
      Array.from({ length: 20 }, (_, n) => `+1415${2_001_500 + n},unknown`),
    );
  });

  it('never fail their task: a tenth of all numbers, which are what is left at its end', async () => {
    const { checker, upstream } = counted((number) => {
      if (Number(number) % 10 === 0) throw new Error('upstream 500');
      return 'dead';
    });
    const trial = await trialOf({ checker });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(2_000)));
    expect(task).toMatchObject({ status: 'done', checksFailed: 200, credits: { charged: 1_800 } });
    expect(upstream).toMatchObject({ asked: 1_800 + 600, answered: 1_800 });
    expect(trial.clock.elapsed()).toBeLessThan(MINUTE_MS);
    expect(trial.failures.map(({ kind }) => kind)).not.toContain('outage_began');
  });

  it('are asked again after growing pauses, never sooner than the upstream asks for', async () => {
    const askedAt: number[] = [];
    const checker: NumberChecker = {
      async check() {
        askedAt.push(trial.clock.elapsed());
        throw Object.assign(new Error('429'), { retryAfterMs: askedAt.length === 1 ? 20_000 : 0 });
      },
    };
    const trial = await trialOf({ checker });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(1)));
    expect(task).toMatchObject({ status: 'done', checksFailed: 1, credits: { charged: 0 } });
    const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
    expect(pauses).toHaveLength(2);
    expect(pauses[0]).toBe(20_000);
    expect(pauses[1]).toBeGreaterThanOrEqual(9_000);
    expect(pauses[1]).toBeLessThanOrEqual(15_000);
  });

  it('cost what they cost when a later attempt succeeds', async () => {
    const failed = new Set<E164>();
    const { checker, upstream } = counted((number) => {
      if (Number(number) % 5 > 0 || failed.has(number)) return 'dead';
      failed.add(number);
      throw new Error('upstream 503');
    });
    const trial = await trialOf({ checker });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(1_000)));
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: 1_000 } });
    expect(upstream).toMatchObject({ asked: 1_200, answered: 1_000, twice: 0 });
  });

  it.each([1, 5])('have as many attempts as the option says: %i', async (checkAttempts) => {
    const { checker, upstream } = counted(() => {
      throw new Error('upstream 500');
    });
    const trial = await trialOf({ checker, checkAttempts });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(3)));
    expect(task).toMatchObject({ status: 'done', checksFailed: 3 });
    expect(upstream.asked).toBe(3 * checkAttempts);
  });

  it('are told to the operator once for each cause, with a count', async () => {
    const { checker } = counted((number) => {
      if (Number(number) % 10 === 0) throw new Error(`no answer about ${number}`);
      return 'dead';
    });
    const trial = await trialOf({ checker });
    await trial.workToEnd(await trial.submitCsv(fileOf(1_000)));
    await trial.service.close();
    const told = trial.failures.filter(({ kind }) => kind === 'check_failed');
    expect(told.map(({ count }) => count)).toEqual([1, 10, 100, 300]);
  });
});

describe('bulk calls that reject now and then', () => {
  it('are failed checks and no outage, and their numbers are asked about in smaller calls', async () => {
    const sizes: number[] = [];
    let asked = 0;
    const checker: BulkNumberChecker = {
      maxNumbers: 100,
      async checkMany(numbers) {
        asked += 1;
        sizes.push(numbers.length);
        if (numbers.length > 10 && asked % 4 === 2) throw new Error('upstream 500');
        return numbers.map(() => 'dead' as const);
      },
    };
    const trial = await trialOf({ checker });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(1_000)));
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: 1_000 } });
    expect(trial.failures.map(({ kind }) => kind)).not.toContain('outage_began');
    expect([...new Set(sizes)]).toEqual([100, 50, 10]);
  });

  it('are narrowed down to the number that makes them reject', async () => {
    const checker: BulkNumberChecker = {
      maxNumbers: 250,
      async checkMany(numbers) {
        if (numbers.includes('+14152000123' as E164)) throw new Error('upstream 400');
        return numbers.map(() => 'dead' as const);
      },
    };
    const trial = await trialOf({ checker });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(1_000)));
    expect(task.status).toBe('done');
    expect(task.checksFailed).toBeLessThanOrEqual(25);
  });
});

describe('a blip after an outage that is over', () => {
  it('fails no task, however long the outage was', async () => {
    let isDown = true;
    const { checker } = counted(() => {
      if (isDown) throw new DialproofError('checker_unavailable');
      return 'dead';
    });
    const trial = await trialOf({ checker, chunkSize: 3, outageTimeoutMs: 10 * MINUTE_MS });
    const { clock, service, submitCsv } = trial;
    const { taskId } = await submitCsv(fileOf(30));
    const waiting = async () => (await service.task({ accountId: ALICE, taskId })).waiting;
    const step = async (): Promise<void> => {
      const outcome = await service.work();
      if (outcome.did === 'nothing') clock.advance(outcome.retryAfterMs ?? 0);
    };
    while (clock.elapsed() < 9 * MINUTE_MS) await step();
    isDown = false;
    while ((await waiting()) !== null) await step();
    clock.advance(9 * MINUTE_MS);
    isDown = true;
    await step();
    expect(await waiting()).toMatchObject({ since: clock.now() });
    isDown = false;
    expect(await trial.workToEnd({ taskId })).toMatchObject({ status: 'done', processed: 30 });
  });
});

describe('an upstream that takes five calls a second', () => {
  it('fails no check for having waited: waiting does not count against the deadline', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialOf({ checker, maxCallsPerSecond: 5, checkDeadlineMs: 2_000 });
    const { clock, service, submitCsv } = trial;
    const { taskId } = await submitCsv(fileOf(100));
    const work = service.work();
    let answered = 0;
    for (let tick = 0; answered < 100; tick += 1) {
      expect(tick).toBeLessThan(300);
      await settle(3);
      // Each takes a second.
      for (const call of calls.slice(answered, calls.length - 5)) call.answer('dead');
      answered = Math.max(answered, calls.length - 5);
      if (calls.length === 100) {
        for (const call of calls.slice(answered)) call.answer('dead');
        answered = 100;
      }
      clock.advance(200);
    }
    await work;
    expect(calls.some(({ signal }) => signal.aborted)).toBe(false);
    expect(clock.elapsed()).toBeGreaterThan(19_000);
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      checksFailed: 0,
      credits: { charged: 100 },
    });
    expect(calls).toHaveLength(100);
  });

  it('has calls that take too long fail at their deadline all the same', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialOf({ checker, checkDeadlineMs: 2_000, checkAttempts: 1 });
    const { taskId } = await trial.submitCsv(fileOf(2));
    const work = trial.service.work();
    await until(() => calls.length === 2);
    calls[0]?.answer('dead');
    await settle();
    trial.clock.advance(2_000);
    await work;
    expect(await trial.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      checksFailed: 1,
      credits: { charged: 1 },
    });
  });
});

describe('a worker that is stopped in the middle of a chunk', () => {
  it('loses no answer, and whoever goes on asks nothing again', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialOf({ checker, checkConcurrency: 50 });
    const { taskId } = await trial.submitCsv(fileOf(250));
    const stop = new AbortController();
    const work = trial.service.work(stop.signal);
    await until(() => calls.length === 50);
    for (const call of calls.slice(0, 30)) call.answer('dead');
    await until(() => calls.length === 80);
    stop.abort();
    // Those that are under way may still answer.
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
        throw new Error('the connection is lost');
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
    // One call may have had its turn before the record failed, and one waited for it.
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
