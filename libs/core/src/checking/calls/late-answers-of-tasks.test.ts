import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { fileOf, trialOf } from '../../batch/work/flaky-upstream.fixture.js';
import type { E164 } from '../../model/identifiers.js';
import type { BulkAnswer, BulkNumberChecker } from '../../ports/number-checker.js';
import { ALICE } from '../../service/trial-service.fixture.js';
import { heldChecker } from '../held-checker.fixture.js';
import { A, DEADLINE_MS, trial } from '../running-calls.fixture.js';

interface HeldBulkCall {
  readonly numbers: readonly E164[];
  answer(answers: readonly BulkAnswer[]): void;
  fail(error: unknown): void;
}

/** A bulk checker whose calls the test answers. */
function heldBulkChecker() {
  const calls: HeldBulkCall[] = [];
  const checker: BulkNumberChecker = {
    maxNumbers: 100,
    checkMany: (numbers) => new Promise((answer, fail) => void calls.push({ numbers, answer, fail })),
  };
  return { calls, checker };
}

describe('a bulk call that is answered late, except for one number', () => {
  it('pays for no answer of its task twice', async () => {
    const { calls, checker } = heldBulkChecker();
    const trialled = await trialOf({ checker });
    const task = await trialled.submitCsv(fileOf(100));
    const work = trialled.service.work();
    await until(() => calls.length === 1);
    // The deadline is 10 seconds, and 50 ms for each further number.
    trialled.clock.advance(15_000);
    await work;
    // All numbers except one are answered.
    calls[0]?.answer(calls[0].numbers.map((_, place) => (place === 0 ? 'check_failed' : 'dead')));
    await settle();
    const end = trialled.workToEnd(task);
    await until(() => calls.length > 1);
    calls[1]?.answer((calls[1].numbers ?? []).map(() => 'dead'));
    expect(await end).toMatchObject({ status: 'done', credits: { charged: 100 } });
    // The upstream was asked again about one number: 99 had late answers.
    expect(calls.slice(1).flatMap(({ numbers }) => numbers)).toHaveLength(1);
  });
});

describe('a late answer that comes during the last attempt', () => {
  it('is the answer for its number if the attempt fails', async () => {
    const { calls, checker } = heldChecker();
    const trialled = await trialOf({ checker, checkAttempts: 2 });
    const { taskId } = await trialled.submitCsv(fileOf(1));
    const first = trialled.service.work();
    await until(() => calls.length === 1);
    trialled.clock.advance(10_000);
    await first;
    // The late answer may still come for as long again, and no second call is made before.
    trialled.clock.advance(10_000);
    const second = trialled.service.work();
    await until(() => calls.length === 2);
    calls[0]?.answer('dead');
    await settle();
    calls[1]?.fail(new Error('502'));
    await second;
    const done = await trialled.workToEnd({ taskId });
    expect(done).toMatchObject({
      status: 'done',
      checksFailed: 0,
      summary: { dead: 1 },
      credits: { charged: 1 },
    });
  });
});

describe('a late answer that comes after the last attempt', () => {
  it('is the answer for its number while others of its claim are under way', async () => {
    const { calls, checker } = heldChecker();
    const trialled = await trialOf({ checker, checkAttempts: 1, checkConcurrency: 1 });
    const task = await trialled.submitCsv(fileOf(2));
    const work = trialled.service.work();
    await until(() => calls.length === 1);
    trialled.clock.advance(10_000);
    await until(() => calls.length === 2);
    calls[0]?.answer('dead');
    await settle();
    calls[1]?.answer('inactive');
    await work;
    expect(await trialled.workToEnd(task)).toMatchObject({
      status: 'done',
      checksFailed: 0,
      summary: { dead: 1, inactive: 1 },
    });
  });
});

describe('answers that all come late', () => {
  it('are answers: the silence between them is no outage', async () => {
    const { calls, checker } = heldChecker();
    const { ask, breaker, clock, outcomes } = trial(checker);
    const numbers = Array.from({ length: 50 }, (_, n) => `+1415200${1_000 + n}` as E164);
    for (const one of numbers) ask(one);
    clock.advance(DEADLINE_MS);
    await settle();
    for (const call of calls) call.answer('dead');
    await settle();
    for (const one of numbers) ask(one);
    await settle();
    // All fifty are answered by the late answers.
    expect(outcomes.slice(50).map(({ kind }) => kind)).toEqual(Array(50).fill('answered'));
    clock.advance(10_000);
    ask(A);
    clock.advance(DEADLINE_MS);
    await settle();
    expect(breaker.isOpen).toBe(false);
    expect(breaker.isDoubtful).toBe(false);
  });

  it('let a task continue that has more numbers than calls at once', async () => {
    const { calls, checker } = heldChecker();
    const trialled = await trialOf({ checker, checkConcurrency: 100 });
    const { clock, service } = trialled;
    const { taskId } = await trialled.submitCsv(fileOf(150));
    const began: number[] = [];
    let answered = 0;
    // Each call is answered 11 seconds after it began.
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 500) {
        clock.advance(500);
        while (began.length < calls.length) began.push(clock.elapsed());
        for (; clock.elapsed() - (began[answered] ?? Number.POSITIVE_INFINITY) >= 11_000; answered += 1)
          calls[answered]?.answer('dead');
        await settle();
      }
    };
    for (let turn = 0; turn < 10; turn += 1) {
      let isOver = false;
      const work = service.work().finally(() => {
        isOver = true;
      });
      for (let second = 0; second < 60 && !isOver; second += 1) await pass(1_000);
      const outcome = await work;
      if (outcome.did === 'nothing') await pass(Math.min(60_000, outcome.retryAfterMs ?? 60_000));
    }
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      checksFailed: 0,
      credits: { charged: 150 },
    });
    expect(calls).toHaveLength(150);
    expect(trialled.failures.map(({ kind }) => kind)).not.toContain('outage_began');
  });
});
