import { isBulkNumberChecker, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { A, B, bulkThat, C, contextOf, settle, singleThat } from '../calls/spoken-checkers.fixture.js';
import { chain } from './chain.js';

describe('a chain of links of both kinds', () => {
  it('is bulk if all of its links are, with as many numbers as fit them all', () => {
    const single = singleThat(() => 'unknown');
    expect(isBulkNumberChecker(chain([single, single]))).toBe(false);
    expect(isBulkNumberChecker(chain([bulkThat(() => 'unknown'), single]))).toBe(false);
    const bulk = chain([bulkThat(() => 'unknown', 50), bulkThat(() => 'unknown', 30)]);
    expect(isBulkNumberChecker(bulk) && bulk.maxNumbers).toBe(30);
  });

  it('makes calls of a bulk link of the numbers that are under way, beside a link for single ones', async () => {
    const clock = new ManualClock();
    const first = bulkThat((number) => (number === B ? 'dead' : 'unknown'), 2);
    const second = singleThat(() => 'inactive');
    const asked = chain([first, second], { clock, collectMs: 40 });
    const answers = Promise.all([A, B, C].map((number) => asked.check(number, contextOf())));
    await settle();
    // A full call waits for nothing.
    expect(first.calls).toEqual([[A, B]]);
    clock.advance(40);
    expect(await answers).toEqual(['inactive', 'dead', 'inactive']);
    expect([first.calls, second.calls]).toEqual([
      [[A, B], [C]],
      [[A], [C]],
    ]);
  });

  it('collects numbers for a quarter of the time that calls take', async () => {
    const clock = new ManualClock();
    const open: (() => void)[] = [];
    const first = bulkThat(() => new Promise((resolve) => open.push(() => resolve('unknown'))));
    const asked = chain([first, singleThat(() => 'dead')], { clock });
    const answerAfter = async (waitMs: number, tookMs: number): Promise<void> => {
      const calls = first.calls.length;
      const answer = asked.check(A, contextOf());
      await settle();
      clock.advance(waitMs - 1);
      expect(first.calls).toHaveLength(calls);
      clock.advance(1);
      expect(first.calls).toHaveLength(calls + 1);
      clock.advance(tookMs);
      open.pop()?.();
      expect(await answer).toBe('dead');
    };
    await answerAfter(10, 800);
    await answerAfter(200, 1_600);
    await answerAfter(250, 100_000);
    await answerAfter(1_000, 1);
  });
});
