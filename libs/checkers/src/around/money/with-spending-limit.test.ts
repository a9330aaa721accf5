import { type BulkAnswer, DialproofError, ManualClock, MemorySpendingCounts } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import {
  A,
  B,
  bulkThat,
  C,
  contextOf,
  deferred,
  numbersOf,
  settle,
  singleThat,
} from '../../calls/spoken-checkers.fixture.js';
import { UpstreamFailure } from '../../upstream/upstream-failure.js';
import { DailyLimit } from './daily-limit.js';
import { withSpendingLimit } from './spending.js';

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
          clock.advance(250);
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

describe('money set aside', () => {
  const NOON = Date.UTC(2026, 0, 31, 12);

  describe('a spending limit whose rest is set aside for calls under way', () => {
    const price = { perNumber: { wa_registered: 0.01 } };

    /** A call that holds all of a day's money, and another one that comes meanwhile. */
    async function twoCalls(signal?: AbortSignal) {
      const clock = new ManualClock(NOON);
      const held = deferred<'dead' | 'wa_registered'>();
      const checker = singleThat(() => held.promise);
      const asked = withSpendingLimit(checker, { perDay: 0.01, price, clock });
      const first = asked.check(A, contextOf());
      const second = asked.check(B, contextOf(signal));
      const outcome = second.catch((error: unknown) => error);
      await settle();
      expect(checker.calls).toEqual([[A]]);
      return { asked, checker, clock, first, held, outcome, second };
    }

    it('waits for one to end, and asks once the money is back', async () => {
      const { checker, clock, first, held, second } = await twoCalls();
      held.resolve('dead');
      await first;
      clock.advance(250);
      expect(await Promise.all([first, second])).toEqual(['dead', 'dead']);
      expect(checker.calls).toEqual([[A], [B]]);
    });

    it('does not take money for spent that a call gives back while the sum is read', async () => {
      const clock = new ManualClock(NOON);
      const counts = new MemorySpendingCounts();
      const held = deferred<'dead'>();
      let first: Promise<unknown> = Promise.resolve();
      const asked = withSpendingLimit(
        singleThat(() => held.promise),
        {
          perDay: 0.01,
          price,
          clock,
          counts: {
            take: counts.take.bind(counts),
            giveBack: counts.giveBack.bind(counts),
            spent: async (day) => {
              const spent = await counts.spent(day);
              held.resolve('dead');
              await first;
              return spent;
            },
          },
        },
      );
      first = asked.check(A, contextOf());
      const outcome = asked.check(B, contextOf()).catch((error: unknown) => error);
      await settle();
      clock.advance(250);
      expect(await outcome).toBe('dead');
    });

    it('reports that the limit is reached once the money is spent', async () => {
      const { checker, clock, first, held, outcome } = await twoCalls();
      held.resolve('wa_registered');
      await first;
      clock.advance(250);
      expect(await outcome).toMatchObject({
        code: 'checker_out_of_funds',
        retryAfterMs: 12 * 3_600_000 - 250,
      });
      expect(checker.calls).toEqual([[A]]);
    });

    it('says after a second that no number can be checked for a second', async () => {
      const { asked, clock, first, held, outcome } = await twoCalls();
      for (const _look of [1, 2, 3, 4]) {
        clock.advance(250);
        await settle();
      }
      expect(await outcome).toMatchObject({ code: 'checker_unavailable', retryAfterMs: 1_000 });
      held.resolve('dead');
      await first;
      expect(await asked.check(B, contextOf())).toBe('dead');
    });

    it('ends with its signal', async () => {
      const controller = new AbortController();
      const { checker, held, first, outcome } = await twoCalls(controller.signal);
      const reason = new Error('nobody waits');
      controller.abort(reason);
      expect(await outcome).toBe(reason);
      held.resolve('dead');
      await first;
      expect(checker.calls).toEqual([[A]]);
    });
  });

  describe('a spending limit that two checkers share', () => {
    const price = { perNumber: { wa_registered: 0.01 } };

    it('counts the costs of both, each by its own price', async () => {
      const limit = new DailyLimit({ perDay: 0.03, clock: new ManualClock(NOON) });
      const cheap = withSpendingLimit(
        singleThat(() => 'dead'),
        { limit, price: { perNumber: 0.01 } },
      );
      const dear = withSpendingLimit(
        singleThat(() => 'dead'),
        { limit, price: { perNumber: 0.02 } },
      );
      await dear.check(A, contextOf());
      await expect(dear.check(B, contextOf())).rejects.toHaveProperty('code', 'checker_out_of_funds');
      expect(await cheap.check(B, contextOf())).toBe('dead');
      await expect(cheap.check(C, contextOf())).rejects.toHaveProperty('code', 'checker_out_of_funds');
    });

    it('makes one wait for the running call of the other', async () => {
      const clock = new ManualClock(NOON);
      const limit = new DailyLimit({ perDay: 0.01, clock });
      const held = deferred<'dead'>();
      const one = withSpendingLimit(
        singleThat(() => held.promise),
        { limit, price },
      );
      const other = withSpendingLimit(
        singleThat(() => 'dead'),
        { limit, price },
      );
      const first = one.check(A, contextOf());
      const second = other.check(B, contextOf());
      await settle();
      held.resolve('dead');
      await first;
      clock.advance(250);
      expect(await Promise.all([first, second])).toEqual(['dead', 'dead']);
    });
  });
});

describe('the money of a call under a spending limit', () => {
  const NOON = Date.UTC(2026, 0, 31, 12);
  const NEXT_DAY = '2026-02-01';
  const DAY = '2026-01-31';

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
