import { type Clock, ManualClock } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import {
  A,
  B,
  bulkThat,
  C,
  contextFor,
  contextOf,
  deferred,
  numbersOf,
  settle,
  singleThat,
} from '../../calls/spoken-checkers.fixture.js';
import { withRateLimit } from './with-rate-limit.js';

/** A clock that lets promises run after each timer, so that a call begins at the time of its timer, as with the machine's clock. */
function steppedClock() {
  const manual = new ManualClock();
  const dues: number[] = [];
  const clock: Clock = {
    now: () => manual.now(),
    elapsed: () => manual.elapsed(),
    schedule(delayMs, callback) {
      dues.push(manual.elapsed() + delayMs);
      return manual.schedule(delayMs, callback);
    },
  };
  const pass = async (ms: number): Promise<void> => {
    const end = manual.elapsed() + ms;
    await settle(1);
    while (manual.elapsed() < end) {
      const next = Math.min(end, ...dues.filter((due) => due > manual.elapsed()));
      manual.advance(next - manual.elapsed());
      await settle(1);
    }
  };
  return { clock, pass };
}

describe('withRateLimit', () => {
  wrapperContracts((checker) =>
    withRateLimit(checker, { perSecond: 100_000, perDay: 1_000_000, inFlight: 5 }),
  );

  it('lets calls begin in the order of their arrival, and never exceed the limits', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 40 });
    const way = fc.infiniteStream(fc.nat(100));
    await fc.assert(
      fc.asyncProperty(pauses, fc.integer({ min: 1, max: 10 }), way, async (gaps, perSecond, ways) => {
        const { clock, pass } = steppedClock();
        const arrivals: number[] = [];
        const upstream = singleThat(async (): Promise<'dead'> => {
          const wayMs = ways.next().value;
          arrivals.push(clock.elapsed() + wayMs);
          await new Promise<void>((resolve) => clock.schedule(wayMs + 20, resolve));
          return 'dead' as const;
        });
        const asked = withRateLimit(upstream, { perSecond, perMinute: 100, maxWaitMs: 1e9, clock });
        const numbers = numbersOf(gaps.length);
        const answers: Promise<unknown>[] = [];
        for (const [index, number] of numbers.entries()) {
          await pass(gaps[index] ?? 0);
          answers.push(asked.check(number, contextOf()));
        }
        while (upstream.calls.length < numbers.length) await pass(1_000);
        await pass(200);
        await Promise.all(answers);
        expect(upstream.calls.flat()).toEqual(numbers);
        for (const arrival of arrivals) {
          const within = arrivals.filter((other) => other >= arrival && other < arrival + 1_000);
          expect(within.length).toBeLessThanOrEqual(perSecond);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('takes a limit a second that has a fraction', async () => {
    const { clock, pass } = steppedClock();
    const upstream = singleThat(() => 'dead');
    const asked = withRateLimit(upstream, { perSecond: 0.25, maxWaitMs: 1e9, clock });
    const answers = Promise.all([A, B, C].map((number) => asked.check(number, contextOf())));
    await pass(3_900);
    expect(upstream.calls).toEqual([[A]]);
    await pass(8_000);
    expect(await answers).toEqual(['dead', 'dead', 'dead']);
  });

  it('keeps to the number of calls under way', async () => {
    const answers = [A, B, C].map(() => deferred<'dead'>());
    const upstream = singleThat(() => answers[upstream.calls.length - 1]?.promise ?? 'unknown');
    const asked = withRateLimit(upstream, { inFlight: 2 });
    const all = [A, B, C].map((number) => asked.check(number, contextOf()));
    await settle();
    expect(upstream.calls).toEqual([[A], [B]]);
    answers[1]?.resolve('dead');
    await settle();
    expect(upstream.calls).toEqual([[A], [B], [C]]);
    for (const answer of answers) answer.resolve('dead');
    expect(await Promise.all(all)).toEqual(['dead', 'dead', 'dead']);
  });

  it('frees the place of a call that fails, and of one whose checker ignores its signal', async () => {
    const upstream = singleThat((number) => {
      if (number === A) throw new Error('busy');
      return number === B ? new Promise<never>(() => {}) : 'dead';
    });
    const asked = withRateLimit(upstream, { inFlight: 1 });
    await expect(asked.check(A, contextOf())).rejects.toThrow('busy');
    const controller = new AbortController();
    const stuck = asked.check(B, contextOf(controller.signal));
    await settle();
    controller.abort(new Error('nobody waits'));
    await expect(stuck).rejects.toThrow('nobody waits');
    expect(await asked.check(C, contextOf())).toBe('dead');
  });

  it('gives up a call that is aborted while it waits, which costs nothing of the limit', async () => {
    const clock = new ManualClock();
    const upstream = singleThat(() => 'dead');
    const asked = withRateLimit(upstream, { perSecond: 1, clock });
    await asked.check(A, contextOf());
    const controller = new AbortController();
    const aborted = asked.check(B, contextOf(controller.signal));
    const last = asked.check(C, contextOf());
    controller.abort(new Error('nobody waits'));
    await expect(aborted).rejects.toThrow('nobody waits');
    clock.advance(1_011);
    expect(await last).toBe('dead');
    expect(upstream.calls).toEqual([[A], [C]]);
    expect(clock.pending).toBe(0);
  });

  it('lets no light call overtake a heavy one, and serves the next when that one is given up', async () => {
    const clock = new ManualClock();
    const upstream = bulkThat(() => 'dead', 2);
    const asked = withRateLimit(upstream, { perDay: 2, counts: 'numbers', maxWaitMs: 1e9, clock });
    await asked.checkMany([A], contextOf());
    const controller = new AbortController();
    const heavy = asked.checkMany([B, C], contextOf(controller.signal));
    const light = asked.checkMany([C], contextOf());
    await settle();
    expect(upstream.calls).toEqual([[A]]);
    controller.abort(new Error('nobody waits'));
    await expect(heavy).rejects.toThrow('nobody waits');
    expect(await light).toEqual(['dead']);
  });

  it('does not count calls that were given up in the length of the wait', async () => {
    const clock = new ManualClock();
    const asked = withRateLimit(
      singleThat(() => 'dead'),
      { perSecond: 1, maxWaitMs: 1_500, clock },
    );
    await asked.check(A, contextOf());
    for (let call = 0; call < 5; call += 1) {
      const controller = new AbortController();
      const aborted = asked.check(B, contextOf(controller.signal));
      controller.abort(new Error('nobody waits'));
      await expect(aborted).rejects.toThrow('nobody waits');
    }
  });

  it('makes no call for a signal that is aborted already', async () => {
    const upstream = singleThat(() => 'dead');
    const asked = withRateLimit(upstream, { inFlight: 1 });
    await expect(asked.check(A, contextOf(AbortSignal.abort(new Error('late'))))).rejects.toThrow('late');
    expect(upstream.calls).toEqual([]);
    expect(await asked.check(A, contextOf())).toBe('dead');
  });

  it('rejects with an outage that has a retryAfterMs if a limit is used up', async () => {
    const clock = new ManualClock();
    const asked = withRateLimit(
      singleThat(() => 'dead'),
      { perDay: 2, clock },
    );
    await asked.check(A, contextOf());
    clock.advance(3_600_000);
    await asked.check(B, contextOf());
    await expect(asked.check(C, contextOf())).rejects.toMatchObject({
      code: 'checker_unavailable',
      retryAfterMs: 23 * 3_600_000,
      hint: expect.stringContaining('perDay of 2'),
    });
    clock.advance(23 * 3_600_000);
    expect(await asked.check(C, contextOf())).toBe('dead');
  });

  it('rejects likewise if more calls wait than can begin in time', async () => {
    const clock = new ManualClock();
    const upstream = singleThat(() => 'dead');
    const asked = withRateLimit(upstream, { perSecond: 1, maxWaitMs: 2_500, clock });
    const numbers = numbersOf(5);
    const ended = Promise.allSettled(numbers.map((number) => asked.check(number, contextOf())));
    for (let second = 0; second < 3; second += 1) {
      await settle();
      clock.advance(1_020);
    }
    expect((await ended).map(({ status }) => status)).toEqual([
      ...Array(3).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ]);
  });

  it('counts a bulk call as one, or as its numbers', async () => {
    const clock = new ManualClock();
    const asked = (counts: 'calls' | 'numbers') =>
      withRateLimit(
        bulkThat(() => 'dead', 2),
        { perDay: 3, counts, clock },
      );
    const byCalls = asked('calls');
    for (let call = 0; call < 3; call += 1) await byCalls.checkMany([A, B], contextOf());
    await expect(byCalls.checkMany([A, B], contextOf())).rejects.toMatchObject({ retryAfterMs: 86_400_000 });
    const byNumbers = asked('numbers');
    await byNumbers.checkMany([A, B], contextOf());
    await expect(byNumbers.checkMany([A, B], contextOf())).rejects.toMatchObject({
      code: 'checker_unavailable',
    });
    expect(await byNumbers.checkMany([C], contextOf())).toEqual(['dead']);
  });

  it('refuses invalid options', () => {
    const single = singleThat(() => 'dead');
    expect(() => withRateLimit(single, {})).toThrow(TypeError);
    expect(() => withRateLimit(single, { perSecond: 0 })).toThrow(RangeError);
    expect(() => withRateLimit(single, { perMinute: 1.5 })).toThrow(RangeError);
    expect(() => withRateLimit(single, { inFlight: '5' as never })).toThrow(TypeError);
    expect(() => withRateLimit(single, { perDay: 1, counts: 'rows' as never })).toThrow(RangeError);
    expect(() =>
      withRateLimit(
        bulkThat(() => 'dead', 100),
        { perSecond: 99, counts: 'numbers' },
      ),
    ).toThrow(RangeError);
  });
});

describe('the accounts whose calls wait for a rate', () => {
  it('take turns', async () => {
    const { clock, pass } = steppedClock();
    const begun: string[] = [];
    const upstream = singleThat((_, { accountId }) => {
      begun.push(String(accountId));
      return 'dead';
    });
    const asked = withRateLimit(upstream, { perSecond: 10, maxWaitMs: 60_000, clock });
    const answers = numbersOf(100).map((number) => asked.check(number, contextFor('ann')));
    await pass(1_000);
    const before = begun.length;
    answers.push(...numbersOf(10).map((number) => asked.check(number, contextFor('bob'))));
    await pass(3_000);
    const since = begun.slice(before);
    expect(since.filter((account) => account === 'bob')).toHaveLength(10);
    expect(since.slice(0, 18).filter((account) => account === 'bob').length).toBeGreaterThanOrEqual(8);
    await pass(20_000);
    expect(await Promise.all(answers)).toHaveLength(110);
  });

  it('are refused for their own calls ahead, and not for those of a file', async () => {
    const { clock, pass } = steppedClock();
    const asked = withRateLimit(
      singleThat(() => 'dead'),
      { perSecond: 10, maxWaitMs: 2_000, clock },
    );
    const ofFile = Promise.allSettled(numbersOf(50).map((number) => asked.check(number, contextFor('ann'))));
    const answer = asked.check(A, contextFor('bob'));
    await pass(1_000);
    expect(await answer).toBe('dead');
    await pass(20_000);
    expect((await ofFile).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(20);
  });
});
