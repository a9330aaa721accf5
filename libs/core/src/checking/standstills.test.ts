import { describe, expect, it } from 'vitest';
import { settle, until } from '../async/turns.fixture.js';
import { fileOf, trialOf } from '../batch/work/flaky-upstream.fixture.js';
import { StandstillClock } from '../memory/standstill-clock.fixture.js';
import { ALICE } from '../service/trial-service.fixture.js';
import { heldChecker } from './held-checker.fixture.js';
import { A, B, DEADLINE_MS, trial } from './running-calls.fixture.js';

function standstillTrial() {
  const { calls, checker } = heldChecker();
  const clock = new StandstillClock();
  return { ...trial(checker, clock), calls, clock };
}

describe('a call during which the process stands still', () => {
  it('has its answer read afterwards', async () => {
    const { ask, calls, clock, outcomes } = standstillTrial();
    ask(A);
    clock.advance(DEADLINE_MS / 2);
    clock.standStill(60_000);
    await settle();
    expect(outcomes).toEqual([]);
    expect(calls[0]?.signal.aborted).toBe(false);
    calls[0]?.answer('dead');
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'answered' }]);
    expect(clock.pending).toBe(0);
  });

  it('ends a deadline later at the latest, and says nothing about its number', async () => {
    const { ask, calls, clock, outcomes } = standstillTrial();
    ask(A);
    clock.standStill(60_000);
    clock.advance(DEADLINE_MS);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'excused', error: { name: 'CheckEnded' } }]);
    expect(calls[0]?.signal.aborted).toBe(false);
    clock.advance(DEADLINE_MS);
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  it('ends in a process that stands still repeatedly, and fails like any other', async () => {
    const { ask, calls, clock, outcomes } = standstillTrial();
    ask(A);
    // Each standstill is longer than those of a busy process, and still short.
    for (let passed = 0; passed <= 4 * DEADLINE_MS; passed += 800) clock.standStill(800);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed', error: { name: 'CheckEnded' } }]);
    for (let passed = 0; passed <= 4 * DEADLINE_MS; passed += 800) clock.standStill(800);
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['before the watch over it runs again', 0],
    ['moments later', 900],
  ])("is excused where the checker's own timer ends it %s", async (_, laterMs) => {
    const { ask, calls, clock, failures, outcomes } = standstillTrial();
    ask(A);
    clock.schedule(300, () => clock.schedule(laterMs, () => calls[0]?.fail(new Error('timed out'))));
    clock.standStill(5_000);
    clock.advance(laterMs);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'excused' }]);
    expect(failures).toMatchObject([{ kind: 'check_failed' }]);
  });

  it('is excused at the extended deadline, with timers that are a millisecond late, as in Node', async () => {
    const { ask, clock, outcomes } = standstillTrial();
    ask(A);
    clock.standStill(60_000);
    // Two ticks of 500 ms or less, each a millisecond late.
    clock.standStill(501);
    clock.standStill(500);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'excused', error: { name: 'CheckEnded' } }]);
  });

  it('is excused after the first standstill even if it falls into the last second of a short deadline', async () => {
    const { ask, calls, clock, outcomes } = standstillTrial();
    ask(A);
    // The deadline of 1,000 ms: its last tick.
    clock.advance(DEADLINE_MS * 0.6);
    clock.standStill(60_000);
    calls[0]?.fail(new Error('the connection has been closed'));
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'excused' }]);
  });

  it('waits for the pause of its error', async () => {
    const { calls, checker } = heldChecker();
    const clock = new StandstillClock();
    const { service, submitCsv } = await trialOf({ checker, clock });
    const { taskId } = await submitCsv(fileOf(1));
    const work = service.work();
    await until(() => calls.length === 1);
    clock.standStill(2_000);
    calls[0]?.fail(Object.assign(new Error('too many requests'), { retryAfterMs: 600_000 }));
    await work;
    const outcome = await service.work();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ checksFailed: 0 });
    expect(outcome.did === 'nothing' && outcome.retryAfterMs).toBeGreaterThan(590_000);
  });

  it('fails like any other once the process has stood still ten times in a minute, until it has run for a minute', async () => {
    const { ask, calls, clock, outcomes } = standstillTrial();
    const kindAfterStandstill = async (): Promise<string | undefined> => {
      ask(A);
      clock.standStill(800);
      calls.at(-1)?.fail(new Error('502'));
      await settle();
      return outcomes.at(-1)?.kind;
    };
    const kinds: (string | undefined)[] = [];
    for (let time = 1; time <= 12; time += 1) kinds.push(await kindAfterStandstill());
    expect(kinds.slice(0, 9)).toEqual(Array(9).fill('excused'));
    expect(kinds.slice(9)).toEqual(Array(3).fill('failed'));
    clock.advance(60_000);
    expect(await kindAfterStandstill()).toBe('excused');
  });

  it('fails like any other more than a second later, and uses up an attempt', async () => {
    const { calls, checker } = heldChecker();
    const clock = new StandstillClock();
    const trialled = await trialOf({ checker, clock, checkAttempts: 1 });
    const task = await trialled.submitCsv(fileOf(1));
    const work = trialled.service.work();
    await until(() => calls.length === 1);
    clock.standStill(2_000);
    clock.advance(1_500);
    calls[0]?.fail(new Error('502'));
    await work;
    expect(await trialled.workToEnd(task)).toMatchObject({ status: 'done', checksFailed: 1 });
    expect(calls).toHaveLength(1);
  });

  it('fails like any other if it began afterwards, or some time has passed since', async () => {
    const { ask, calls, clock, outcomes } = standstillTrial();
    clock.standStill(5_000);
    ask(A);
    calls[0]?.fail(new Error('502'));
    await settle();
    ask(B);
    clock.advance(DEADLINE_MS);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }]);
  });

  it('fails like any other if timers are late by a quarter of a second', async () => {
    const { ask, clock, outcomes } = standstillTrial();
    ask(A);
    clock.standStill(750);
    clock.advance(DEADLINE_MS);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }]);
  });
});

describe('a process that stands still with a file under way', () => {
  it('takes it neither for an outage nor for failed checks', async () => {
    const { calls, checker } = heldChecker();
    const clock = new StandstillClock();
    const trialled = await trialOf({ checker, clock, checkConcurrency: 100 });
    const { taskId } = await trialled.submitCsv(fileOf(100));
    const work = trialled.service.work();
    await until(() => calls.length === 100);
    // Fifty fail before, as many as a silence needs; the others fail when the process runs again.
    for (const call of calls.slice(0, 50)) call.fail(new Error('502'));
    await settle();
    clock.standStill(60_000);
    for (const call of calls.slice(50)) call.fail(new Error('the connection has been closed'));
    await work;
    const waits = await trialled.service.task({ accountId: ALICE, taskId });
    expect(waits).toMatchObject({ waiting: null, checksFailed: 0 });
    // The silence is as long as the process has run.
    clock.advance(4_000);
    const again = trialled.service.work();
    await until(() => calls.length > 100);
    calls.at(-1)?.fail(new Error('502'));
    await again;
    expect(trialled.failures.map(({ kind }) => kind)).not.toContain('outage_began');
  });

  it('repeats no call whose answer has arrived meanwhile', async () => {
    const { calls, checker } = heldChecker();
    const clock = new StandstillClock();
    const trialled = await trialOf({ checker, clock });
    const { taskId } = await trialled.submitCsv(fileOf(60));
    const work = trialled.service.work();
    await until(() => calls.length === 60);
    clock.standStill(600_000);
    for (const call of calls) call.answer('dead');
    await work;
    const done = await trialled.service.task({ accountId: ALICE, taskId });
    expect(done).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: 60 } });
    expect(calls).toHaveLength(60);
  });
});
