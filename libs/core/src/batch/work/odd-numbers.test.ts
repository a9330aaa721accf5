import { describe, expect, it } from 'vitest';
import type { E164 } from '../../model/e164.js';
import { DialproofError } from '../../model/errors.js';
import { counted, fileOf, trialOf } from './flaky-upstream.fixture.js';

const MINUTE_MS = 60_000;

/** Verifies so many numbers with an upstream that says of some calls that it is unavailable for a second. */
async function verified(
  count: number,
  isBusy: (number: E164, elapsedMs: number) => boolean,
  checkConcurrency = 100,
) {
  let lastAnswerAt = 0;
  const { checker, upstream } = counted((number) => {
    if (isBusy(number, trial.clock.elapsed()))
      throw new DialproofError('checker_unavailable', { retryAfterMs: 1_000 });
    lastAnswerAt = trial.clock.elapsed();
    return 'dead';
  });
  const trial = await trialOf({ checker, checkConcurrency });
  const task = await trial.workToEnd(await trial.submitCsv(fileOf(count)));
  return { clock: trial.clock, lastAnswerAt, task, upstream };
}

const everyNth = (number: E164, n: number): boolean => Number(number) % n === 7 % n;

describe('numbers of which a checker always says that it is unavailable, for a second', () => {
  it.each([
    [50, 20, 100],
    [50, 20, 10],
    [5, 200, 100],
  ])(
    'keep the others waiting for moments, and have failed checks in the end: %i of 1,000',
    async (odd, n, concurrency) => {
      const isOdd = (number: E164): boolean => everyNth(number, n);
      const { clock, lastAnswerAt, task, upstream } = await verified(1_000, isOdd, concurrency);
      expect(task).toMatchObject({ status: 'done', checksFailed: odd, credits: { charged: 1_000 - odd } });
      expect(upstream).toMatchObject({ answered: 1_000 - odd, twice: 0 });
      // Each is asked about some six times, and there are a few probes.
      expect(upstream.asked).toBeLessThanOrEqual(1_000 + odd * 7 + 50);
      expect(lastAnswerAt).toBeLessThan(MINUTE_MS);
      expect(clock.elapsed()).toBeLessThan(12 * MINUTE_MS);
    },
  );
});

describe('a part of an upstream that is away for a while, and says so for a second each time', () => {
  it.each([
    ['that one in 20 numbers needs', 20, 30_000],
    ['that one in 20 numbers needs, for five minutes', 20, 300_000],
    ['that one in 10 numbers needs, for five minutes', 10, 300_000],
    ['that every other number needs', 2, 30_000],
  ])('costs no number its answer: %s', async (_, n, awayMs) => {
    const isAway = (number: E164, elapsedMs: number): boolean => everyNth(number, n) && elapsedMs < awayMs;
    const { clock, task, upstream } = await verified(1_000, isAway);
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: 1_000 } });
    expect(upstream.twice).toBe(0);
    expect(clock.elapsed()).toBeLessThan(awayMs + MINUTE_MS);
  });
});
