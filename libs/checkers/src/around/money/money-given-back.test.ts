import { DialproofError, ManualClock, MemorySpendingCounts } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { A, B, bulkThat, C, contextOf, deferred, singleThat } from '../../calls/spoken-checkers.fixture.js';
import { UpstreamFailure } from '../../upstream/upstream-failure.js';
import { withSpendingLimit } from './with-spending-limit.js';

const NOON = Date.UTC(2026, 0, 31, 12);
const NEXT_DAY = '2026-02-01';
const DAY = '2026-01-31';

describe('the money of a call under a spending limit', () => {
  it('is given back', async () => {
    const counts = new MemorySpendingCounts();
    const price = { perCall: 0.001, perNumber: { wa_registered: 0.01, check_failed: 0.002 } };
    const checker = bulkThat(
      (number) => (number === A ? 'wa_registered' : number === B ? 'dead' : 'check_failed'),
      3,
    );
    const clock = new ManualClock(NOON);
    await withSpendingLimit(checker, { perDay: 1, price, counts, clock }).checkMany([A, B, C], contextOf());
    expect(await counts.spent(DAY)).toBe(13_000);
  });

  it('counts an outage as free, a call that failed by its price, and one that was aborted at the highest', async () => {
    const price = { perCall: 0.001, perNumber: { dead: 0.01, check_failed: 0.002 } };
    const spentBy = async (error: Error, signal?: AbortSignal) => {
      const counts = new MemorySpendingCounts();
      const controller = new AbortController();
      const checker = singleThat(() => {
        if (signal === undefined) throw error;
        controller.abort(error);
        throw error;
      });
      const options = { perDay: 1, price, counts, clock: new ManualClock(NOON) };
      const check = withSpendingLimit(checker, options).check(A, contextOf(controller.signal));
      await expect(check).rejects.toBe(error);
      return counts.spent(DAY);
    };
    expect(await spentBy(new DialproofError('checker_unauthorized', { retryAfterMs: 4 }))).toBe(0);
    expect(await spentBy(new Error('500'))).toBe(3_000);
    expect(await spentBy(new Error('nobody waits'), new AbortController().signal)).toBe(11_000);
  });

  it.each([
    [true, 11_000],
    [false, 0],
  ])('counts a call whose error says mayBeCharged: %s', async (mayBeCharged, spent) => {
    const counts = new MemorySpendingCounts();
    const checker = singleThat(() => {
      throw new UpstreamFailure('failed', { retryAfterMs: undefined, mayBeCharged });
    });
    const price = { perCall: 0.001, perNumber: { dead: 0.01, check_failed: 0.002 } };
    const asked = withSpendingLimit(checker, { perDay: 1, price, counts, clock: new ManualClock(NOON) });
    await expect(asked.check(A, contextOf())).rejects.toThrow('failed');
    expect(await counts.spent(DAY)).toBe(spent);
  });

  it('gives all back of a call that was aborted before it was made', async () => {
    const counts = new MemorySpendingCounts();
    const controller = new AbortController();
    const take: MemorySpendingCounts['take'] = (...amounts) => {
      controller.abort(new Error('nobody waits'));
      return MemorySpendingCounts.prototype.take.apply(counts, amounts);
    };
    const checker = singleThat(() => 'dead');
    const asked = withSpendingLimit(checker, {
      perDay: 1,
      price: { perNumber: 0.01 },
      counts: { take, giveBack: counts.giveBack.bind(counts), spent: counts.spent.bind(counts) },
      clock: new ManualClock(NOON),
    });
    await expect(asked.check(A, contextOf(controller.signal))).rejects.toThrow('nobody waits');
    expect(checker.calls).toEqual([]);
    expect(await counts.spent(DAY)).toBe(0);
  });

  it('gives back to the day that it was taken from', async () => {
    const clock = new ManualClock(NOON + 12 * 3_600_000 - 1);
    const counts = new MemorySpendingCounts();
    const held = deferred<'dead'>();
    const price = { perNumber: { wa_registered: 0.01 } };
    const asked = withSpendingLimit(
      singleThat((number) => (number === A ? held.promise : 'wa_registered')),
      {
        perDay: 1,
        price,
        counts,
        clock,
      },
    );
    const late = asked.check(A, contextOf());
    clock.advance(1);
    await asked.check(B, contextOf());
    held.resolve('dead');
    await late;
    expect([await counts.spent(DAY), await counts.spent(NEXT_DAY)]).toEqual([0, 10_000]);
  });
});
