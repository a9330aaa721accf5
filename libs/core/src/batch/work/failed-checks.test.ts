import { describe, expect, it } from 'vitest';
import type { E164 } from '../../model/identifiers.js';
import type { BulkNumberChecker, NumberChecker } from '../../ports/number-checker.js';
import { counted, fileOf, trialOf } from './flaky-upstream.fixture.js';

const MINUTE_MS = 60_000;

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
    // The 20 failing numbers have three attempts each.
    expect(upstream.asked).toBe(1_980 + 60);
    const [, ...rows] = (await trial.result(task)).trimEnd().split('\n');
    expect(rows.filter((row) => row.endsWith(',unknown'))).toEqual(
      Array.from({ length: 20 }, (_, n) => `+1415${2_001_500 + n},unknown`),
    );
  });

  it('never fail their task: a tenth of all numbers, which are the last ones left', async () => {
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

  it('cost one credit each when a later attempt succeeds', async () => {
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

  it('are reported once for each cause, with a count', async () => {
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

describe('bulk calls that reject sometimes', () => {
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
