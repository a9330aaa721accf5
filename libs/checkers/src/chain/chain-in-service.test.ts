import { type E164, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { withRateLimit } from '../around/load/with-rate-limit.js';
import type { AnyChecker } from '../calls/same-kind.js';
import { type Asked, bulkThat, numbersOf, singleThat } from '../calls/spoken-checkers.fixture.js';
import { type VerifiedFileOptions, verifiedFile } from '../calls/verified-file.fixture.js';
import { wait } from '../calls/waiting.js';
import { chain } from './chain.js';

const clock = new ManualClock();

function verified(checker: AnyChecker, count: number, settings: Partial<VerifiedFileOptions> = {}) {
  return verifiedFile({ checker, count, clock, pass: (ms) => clock.advance(ms), ...settings });
}

/** Takes `ms` for each number. */
function slowSingle(tookMs: (number: E164) => number) {
  return singleThat(async (number, { signal }) => {
    await wait(clock, tookMs(number), signal);
    return 'dead' as const;
  });
}

/** Knows none of the numbers, and takes `ms` for a call. */
function slowBulk(tookMs: number) {
  return bulkThat(async (_, { signal }) => {
    await wait(clock, tookMs, signal);
    return 'unknown' as const;
  }, 1_000);
}

const numbersAsked = ({ calls }: Asked) => calls.reduce((sum, { length }) => sum + length, 0);

describe('a service with a chain of a bulk link and one for single numbers', () => {
  it.each([
    ['one that takes 400 ms', 500, () => 400, 10_000],
    ['one that takes nearly as long as a check may', 500, () => 900, 1_000],
    ['one that takes now 100 ms, now a second', 1_000, varied, 1_500],
  ])('asks each link once about each number: %s', async (_, count, tookMs, checkDeadlineMs) => {
    const bulk = bulkThat(() => 'unknown', 1_000);
    const single = slowSingle(tookMs);
    const { failures, task } = await verified(chain([bulk, single], { clock }), count, { checkDeadlineMs });
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, summary: { dead: count } });
    expect(failures).toEqual([]);
    expect(single.calls).toHaveLength(count);
    expect(numbersAsked(bulk)).toBe(count);
  });

  it('makes few calls of a slow bulk link', async () => {
    const bulk = slowBulk(2_000);
    const single = slowSingle(varied);
    const { task } = await verified(chain([bulk, single], { clock }), 1_000);
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, summary: { dead: 1_000 } });
    expect(numbersAsked(bulk)).toBe(1_000);
    // Without collecting, each of them except the first would have one number.
    expect(bulk.calls.length).toBeLessThanOrEqual(50);
    expect(single.calls).toHaveLength(1_000);
  });

  it('makes large calls of a bulk link if many numbers may be under way', async () => {
    const bulk = slowBulk(2_000);
    const single = slowSingle(() => 400);
    let underWay = 0;
    let most = 0;
    const limited = withRateLimit(
      singleThat(async (number, context) => {
        underWay += 1;
        most = Math.max(most, underWay);
        return await single.check(number, context).finally(() => {
          underWay -= 1;
        });
      }),
      { inFlight: 100, clock },
    );
    const checker = chain([bulk, limited], { clock });
    const { task } = await verified(checker, 2_000, { checkConcurrency: 1_000 });
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, summary: { dead: 2_000 } });
    expect(numbersAsked(bulk)).toBe(2_000);
    // The numbers that are under way at once do not come at once: hundreds of them share a call.
    expect(bulk.calls.length).toBeLessThanOrEqual(8);
    expect(single.calls).toHaveLength(2_000);
    expect(most).toBe(100);
  });

  it('makes the configured number of calls a second', async () => {
    const single = slowSingle(() => 400);
    const checker = chain([bulkThat(() => 'unknown', 1_000), single], { clock });
    const { task, tookMs } = await verified(checker, 100, { maxCallsPerSecond: 5, checkDeadlineMs: 1_000 });
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, summary: { dead: 100 } });
    expect(single.calls).toHaveLength(100);
    // A little more than 20 seconds, since a call counts until a second after its answer.
    expect(tookMs / 100).toBeGreaterThan(195);
    expect(tookMs / 100).toBeLessThan(225);
  });
});

/** From 100 ms to a second, by the number. */
function varied(number: E164): number {
  return 100 + ((numbersOf(1_000).indexOf(number) * 37) % 10) * 100;
}
