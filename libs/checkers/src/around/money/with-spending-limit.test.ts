import { type BulkAnswer, ManualClock, MemorySpendingCounts } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import {
  A,
  bulkThat,
  contextOf,
  numbersOf,
  settle,
  singleThat,
} from '../../calls/spoken-checkers.fixture.js';
import { withSpendingLimit } from './with-spending-limit.js';

const NOON = Date.UTC(2026, 0, 31, 12);
const DAY = '2026-01-31';

describe('withSpendingLimit', () => {
  wrapperContracts((checker) => withSpendingLimit(checker, { perDay: 1_000, price: { perNumber: 0.01 } }));

  it('asks no more when the limit is reached, until midnight UTC', async () => {
    const clock = new ManualClock(NOON);
    const checker = singleThat(() => 'dead');
    const asked = withSpendingLimit(checker, { perDay: 0.03, price: { perNumber: 0.01 }, clock });
    for (let check = 0; check < 3; check += 1) await asked.check(A, contextOf());
    await expect(asked.check(A, contextOf())).rejects.toMatchObject({
      code: 'checker_out_of_funds',
      retryAfterMs: 12 * 3_600_000,
      hint: 'the spending limit of 0.03 a day is reached: raise perDay, or wait until midnight UTC',
    });
    expect(checker.calls).toHaveLength(3);
    clock.advance(12 * 3_600_000);
    expect(await asked.check(A, contextOf())).toBe('dead');
  });

  it('names the limit as the operator knows it', async () => {
    const options = { perDay: 0.01, price: { perNumber: 0.01 }, limitName: 'THE_LIMIT' };
    const asked = withSpendingLimit(
      singleThat(() => 'dead'),
      options,
    );
    await asked.check(A, contextOf());
    await expect(asked.check(A, contextOf())).rejects.toHaveProperty(
      'hint',
      expect.stringContaining('raise THE_LIMIT, or'),
    );
    expect(() =>
      withSpendingLimit(
        bulkThat(() => 'dead', 2),
        options,
      ),
    ).toThrow('THE_LIMIT is 0.01');
  });

  it('fails a check before its call if the counts do not answer, and none whose call was made', async () => {
    const checker = singleThat(() => 'unknown');
    const away = () => Promise.reject(new Error('the counts are away'));
    const memory = new MemorySpendingCounts();
    const counts = { take: memory.take.bind(memory), giveBack: away, spent: away };
    const price = { perNumber: { dead: 1 } };
    const untaken = withSpendingLimit(checker, { perDay: 10, price, counts: { ...counts, take: away } });
    await expect(untaken.check(A, contextOf())).rejects.toThrow('the counts are away');
    expect(checker.calls).toEqual([]);
    expect(await withSpendingLimit(checker, { perDay: 10, price, counts }).check(A, contextOf())).toBe(
      'unknown',
    );
  });

  it('never exceeds the limit, whatever the answers and their order', async () => {
    const answers: readonly BulkAnswer[] = ['wa_registered', 'dead', 'unknown', 'check_failed'];
    const call = fc.record({
      numbers: fc.integer({ min: 1, max: 5 }),
      answer: fc.nat(3),
      isHeld: fc.boolean(),
    });
    const perNumber = { wa_registered: 0.3, dead: 0.1, unknown: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
        const counts = new MemorySpendingCounts();
        const clock = new ManualClock(NOON);
        const held: (() => void)[] = [];
        let spent = 0;
        let next: readonly [answer: BulkAnswer, isHeld: boolean] = ['dead', false];
        const checker = bulkThat(async () => {
          const [answer, isHeld] = next;
          if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
          const cost = answer === 'wa_registered' ? 3 : answer === 'dead' ? 1 : 0;
          spent += cost;
          return answer;
        }, 5);
        const asked = withSpendingLimit(checker, { perDay: 2, price: { perNumber }, counts, clock });
        const given: Promise<unknown>[] = [];
        for (const { answer, isHeld, numbers } of calls) {
          const check = asked.checkMany(numbersOf(numbers), contextOf()).catch(() => undefined);
          next = [answers[answer] ?? 'dead', isHeld];
          given.push(check);
          await settle(2);
          expect(spent).toBeLessThanOrEqual(20);
        }
        let isOver = false;
        const all = Promise.all(given).then(() => {
          isOver = true;
        });
        while (!isOver) {
          for (const end of held.splice(0)) end();
          await settle(2);
        }
        await all;
        expect(spent).toBeLessThanOrEqual(20);
        expect(await counts.spent(DAY)).toBe(spent * 100_000);
      }),
    );
  });

  it('refuses invalid limits and prices', () => {
    const checker = bulkThat(() => 'dead', 10);
    const limited = (perDay: number, price: object) => () => withSpendingLimit(checker, { perDay, price });
    expect(limited(0.05, { perNumber: 0.01 })).toThrow(RangeError);
    expect(limited(-1, { perNumber: 0.01 })).toThrow(RangeError);
    expect(limited(1, {})).toThrow(RangeError);
    expect(limited(1, { perCall: -1 })).toThrow(RangeError);
    expect(limited(1, { perNumber: '1' })).toThrow(TypeError);
    expect(limited(1, { perNumber: { live: 1 } })).toThrow(TypeError);
  });
});
