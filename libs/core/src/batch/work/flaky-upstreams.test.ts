import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { DialproofError } from '../../model/errors.js';
import { ALICE } from '../../service/trial-service.fixture.js';
import { counted, fileOf, trialOf } from './flaky-upstream.fixture.js';

const MINUTE_MS = 60_000;

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
    // If the upstream gives a time, the task waits only for that.
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
    const trial = await trialOf({ checker });
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

describe('a short failure after an outage that is over', () => {
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

  it('still fails calls that take too long at their deadline', async () => {
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
