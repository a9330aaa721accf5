import { describe, expect, it } from 'vitest';
import { DialproofError } from '../../model/errors.js';
import type { E164 } from '../../model/identifiers.js';
import { ALICE } from '../../service/trial-service.fixture.js';
import { counted, fileOf, trialOf } from './flaky-upstream.fixture.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The numbers of a file, by their index. */
const numberOf = (index: number): E164 => `+1415${2_000_000 + index}` as E164;
const indexOf = (number: E164): number => Number(number) - 14_152_000_000;

/** Verifies `count` numbers with an upstream that calls itself unavailable for a second, in some calls. */
async function verified(
  count: number,
  isBusy: (number: E164, elapsedMs: number) => boolean,
  checkConcurrency = 100,
) {
  let lastAnswerAt = 0;
  const { checker, upstream } = counted(async (number): Promise<'dead'> => {
    // Replies arrive in another order than their calls were made.
    for (let turn = indexOf(number) % 7; turn >= 0; turn -= 1) await new Promise(setImmediate);
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
      // Each is asked about three times, and there are some probes.
      expect(upstream.asked).toBeLessThanOrEqual(1_000 + odd * 7 + 50);
      expect(lastAnswerAt).toBeLessThan(MINUTE_MS);
      // Once only these numbers are left, ten minutes pass, and then each has three probes.
      expect(clock.elapsed()).toBeLessThan((13 + 3 * odd) * MINUTE_MS);
    },
  );
});

describe('a part of an upstream that is unavailable for a while, and names a pause of one second each time', () => {
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

/** Verifies 200 numbers, half of which need a part of the upstream that is away for `awayMs`. */
async function halfAway(awayMs: number, process: 'a new' | 'an old') {
  let backAt = 0;
  let isAway = (_number: E164): boolean => false;
  const { checker } = counted((number) => {
    if (isAway(number)) throw new DialproofError('checker_unavailable', { retryAfterMs: 1_000 });
    return 'dead';
  });
  const trial = await trialOf({ checker, checkConcurrency: 100 });
  if (process === 'an old') {
    // Four of two thousand numbers always report an outage. They end as failed checks, and are not checked again.
    isAway = (number) => indexOf(number) >= 500 && indexOf(number) < 504;
    const first = await trial.workToEnd(await trial.submitCsv(fileOf(2_000)));
    expect(first).toMatchObject({ status: 'done', checksFailed: 4 });
    // A day later.
    trial.clock.advance(DAY_MS);
  }
  backAt = trial.clock.elapsed() + awayMs;
  isAway = (number) => indexOf(number) % 2 === 1 && trial.clock.elapsed() < backAt;
  return await trial.workToEnd(await trial.submitCsv(fileOf(200)));
}

describe('a part of an upstream that half of the numbers need and that is away for 20 minutes', () => {
  it.each(['a new', 'an old'] as const)('costs no number its answer: in %s process', async (process) => {
    const task = await halfAway(20 * MINUTE_MS, process);
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: 200 } });
  });
});

describe('numbers that reported an outage a day ago and were not asked about since', () => {
  it('have an answer each after another outage of an hour', async () => {
    let isAway = true;
    const { checker, upstream } = counted(() => {
      if (isAway) throw new DialproofError('checker_unavailable', { retryAfterMs: 1_000 });
      return 'dead';
    });
    const trial = await trialOf({ checker, checkConcurrency: 100 });
    const { clock, service } = trial;
    // Single checks meet the first outage.
    for (let n = 0; n < 50; n += 1) await service.verify({ accountId: ALICE, phone: numberOf(n) });
    isAway = false;
    clock.advance(MINUTE_MS);
    for (let n = 1_000; n < 2_000; n += 1) await service.verify({ accountId: ALICE, phone: numberOf(n) });
    clock.advance(DAY_MS);
    await service.verify({ accountId: ALICE, phone: numberOf(1_000) });
    // The second outage, in which the same numbers come in a file.
    isAway = true;
    const { taskId } = await trial.submitCsv(fileOf(50));
    const backAt = clock.elapsed() + 60 * MINUTE_MS;
    while (clock.elapsed() < backAt) {
      const outcome = await service.work();
      if (outcome.did === 'nothing') clock.advance(Math.min(outcome.retryAfterMs ?? MINUTE_MS, MINUTE_MS));
    }
    const during = await service.task({ accountId: ALICE, taskId });
    expect(during).toMatchObject({
      status: 'processing',
      checksFailed: 0,
      waiting: { reason: 'checker_unavailable' },
    });
    isAway = false;
    expect(await trial.workToEnd({ taskId })).toMatchObject({ status: 'done', checksFailed: 0 });
    expect(upstream.twice).toBeLessThanOrEqual(1);
  });
});

describe('the last numbers of a file, of which a checker always says that it is unavailable', () => {
  it.each([
    [1, undefined],
    [1, 1_000],
    [4, undefined],
    [4, 1_000],
  ])('have failed checks in the end: %i of 2,000, with a pause of %s', async (odd, retryAfterMs) => {
    const { checker } = counted(async (number): Promise<'dead'> => {
      // An answer takes some turns of the event loop, so that calls are under way side by side.
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      if (indexOf(number) >= 2_000 - odd)
        throw new DialproofError('checker_unavailable', retryAfterMs === undefined ? {} : { retryAfterMs });
      return 'dead';
    });
    const trial = await trialOf({ checker, checkConcurrency: 100 });
    const task = await trial.workToEnd(await trial.submitCsv(fileOf(2_000)));
    expect(task).toMatchObject({ status: 'done', checksFailed: odd, credits: { charged: 2_000 - odd } });
    expect(trial.clock.elapsed()).toBeLessThan(70 * MINUTE_MS);
  });
});
