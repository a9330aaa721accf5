import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { fileOf, trialOf } from '../../batch/work/flaky-upstream.fixture.js';
import { ManualClock } from '../../memory/manual-clock.js';
import type { E164 } from '../../model/identifiers.js';
import type { VerificationStatus } from '../../model/statuses.js';
import { ALICE } from '../../service/trial-service.fixture.js';
import { heldChecker } from '../held-checker.fixture.js';
import { A, B, C, DEADLINE_MS, trial } from '../running-calls.fixture.js';
import { KeptAnswers, LateAnswers } from './late-answers.js';

const HOUR_MS = 3_600_000;
const START = 5_000;

describe('kept answers', () => {
  it('have the time at which they were given, unless they have their own', () => {
    const clock = new ManualClock(5_000);
    const kept = new KeptAnswers(clock);
    kept.keep([A, B], ['dead', { status: 'inactive', checkedAt: new Date(0) }]);
    clock.advance(1_000);
    expect(kept.get(A)).toEqual({ status: 'dead', checkedAt: new Date(5_000) });
    expect(kept.get(B)).toEqual({ status: 'inactive', checkedAt: new Date(0) });
  });

  it('do not change after they were given', () => {
    const kept = new KeptAnswers(new ManualClock(5_000));
    const answer: { status: VerificationStatus } = { status: 'dead' };
    kept.keep([A], [answer]);
    answer.status = 'inactive';
    expect(kept.get(A)).toEqual({ status: 'dead', checkedAt: new Date(5_000) });
  });

  it('are answers only', () => {
    const kept = new KeptAnswers(new ManualClock());
    kept.keep([A, B, C], ['check_failed', undefined, 'registered' as never]);
    expect(kept.isEmpty).toBe(true);
  });

  it('are at most 100,000: the oldest is dropped', () => {
    const kept = new KeptAnswers(new ManualClock());
    const numbers = Array.from({ length: 100_001 }, (_, n) => `+1415${2_000_000 + n}` as E164);
    kept.keep(numbers.slice(0, 2), ['dead', 'dead']);
    // The first number now has the newest answer.
    kept.keep([numbers[0] as never], ['inactive']);
    kept.keep(numbers.slice(2), Array(99_999).fill('dead'));
    expect(numbers.filter((number) => kept.get(number) === undefined)).toEqual([numbers[1]]);
  });
});

describe('late answers', () => {
  it('are given once, with the time of their arrival', () => {
    const clock = new ManualClock(START);
    const late = new LateAnswers(clock);
    expect(late.keep([A, B], ['dead', undefined])).toBe(true);
    clock.advance(1_000);
    expect(late.take(B)).toBeUndefined();
    expect(late.take(A)).toEqual({ status: 'dead', checkedAt: new Date(START) });
    expect(late.take(A)).toBeUndefined();
    expect(late.isEmpty).toBe(true);
  });

  it('keep their own details, and are forgotten after an hour', () => {
    const clock = new ManualClock(START);
    const late = new LateAnswers(clock);
    const answer = { status: 'inactive', source: 'lookup', checkedAt: new Date(1) } as const;
    late.keep([A, B], [answer, answer]);
    clock.advance(HOUR_MS - 1);
    expect(late.take(A)).toEqual(answer);
    clock.advance(1);
    expect(late.take(B)).toBeUndefined();
  });
});

describe('a call that is answered after its deadline', () => {
  it('is not made again: the next check has the answer', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock, outcomes } = trial(checker);
    ask(A);
    clock.advance(DEADLINE_MS);
    await settle();
    calls[0]?.answer('dead');
    await settle();
    ask(A);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }, { kind: 'answered', answers: [{ status: 'dead' }] }]);
    expect(calls).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('is recorded in the task that asked, and charged once', async () => {
    const { calls, checker } = heldChecker();
    const trialled = await trialOf({ checker });
    const task = await trialled.submitCsv(fileOf(2));
    const work = trialled.service.work();
    await until(() => calls.length === 2);
    calls[0]?.answer('dead');
    await settle();
    trialled.clock.advance(10_000);
    await work;
    calls[1]?.answer('inactive');
    expect(await trialled.workToEnd(task)).toMatchObject({
      status: 'done',
      checksFailed: 0,
      summary: { dead: 1, inactive: 1 },
      credits: { charged: 2 },
    });
    expect(calls).toHaveLength(2);
  });

  it('is given to a single check that asks again', async () => {
    const { calls, checker } = heldChecker();
    const { clock, service } = await trialOf({ checker });
    const first = service.verify({ accountId: ALICE, phone: A });
    await until(() => calls.length === 1);
    clock.advance(10_000);
    expect(await first).toMatchObject({ status: 'unknown' });
    calls[0]?.answer('dead');
    await settle();
    const knownAt = clock.now();
    clock.advance(1_000);
    expect(await service.verify({ accountId: ALICE, phone: A })).toMatchObject({
      status: 'dead',
      checkedAt: knownAt,
    });
    expect(calls).toHaveLength(1);
  });
});
