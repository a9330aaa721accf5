import {
  type AnswerCache,
  type BulkAnswer,
  type CacheEntry,
  DialproofError,
  type E164,
  ManualClock,
} from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import { A, B, bulkThat, C, contextOf, D, settle, singleThat } from '../../calls/spoken-checkers.fixture.js';
import { cached, MemoryAnswerCache } from './cached.js';

const EACH = {
  wa_registered: 5_000,
  telegram_registered: 5_000,
  dead: 5_000,
  inactive: 5_000,
  unknown: 5_000,
};

/** A cache that does not answer. */
const broken: AnswerCache = {
  getMany: () => Promise.reject(new Error('the cache is away')),
  setMany: () => Promise.reject(new Error('the cache is away')),
};

describe('cached', () => {
  wrapperContracts((checker) => cached(checker, { cache: new MemoryAnswerCache(), keepMs: EACH }));
  describe('over a cache that does not answer', () => {
    wrapperContracts((checker) => cached(checker, { cache: broken, keepMs: EACH }));
  });

  it('repeats an answer with the time of its check', async () => {
    const clock = new ManualClock(1_000);
    const checker = singleThat(() => ({ status: 'dead', source: 'upstream', reason: 'line_dead' }));
    const asked = cached(checker, { cache: new MemoryAnswerCache(), keepMs: { dead: 500 }, clock });
    expect(await asked.check(A, contextOf())).toEqual({
      status: 'dead',
      source: 'upstream',
      reason: 'line_dead',
    });
    clock.advance(499);
    expect(await asked.check(A, contextOf())).toEqual({
      status: 'dead',
      source: 'upstream',
      reason: 'line_dead',
      checkedAt: new Date(1_000),
    });
    clock.advance(1);
    await asked.check(A, contextOf());
    expect(checker.calls).toHaveLength(2);
  });

  it('keeps each status for its own time, and statuses without a time not at all', async () => {
    const clock = new ManualClock();
    const checker = bulkThat((number) =>
      number === A ? 'wa_registered' : number === B ? 'dead' : 'unknown',
    );
    const keepMs = { wa_registered: 100, dead: 1_000, unknown: 0 };
    const asked = cached(checker, { cache: new MemoryAnswerCache(), keepMs, clock });
    for (const pauseMs of [0, 50, 100]) {
      clock.advance(pauseMs);
      await asked.checkMany([A, B, C], contextOf());
    }
    expect(checker.calls).toEqual([[A, B, C], [C], [A, C]]);
  });

  it('counts the age of an answer from when it was known', async () => {
    const clock = new ManualClock(10_000);
    const seen = new Date(9_700);
    const checker = singleThat(() => ({ status: 'wa_registered', source: 'evidence', checkedAt: seen }));
    const asked = cached(checker, { cache: new MemoryAnswerCache(), keepMs: { wa_registered: 500 }, clock });
    await asked.check(A, contextOf());
    clock.advance(199);
    expect(await asked.check(A, contextOf())).toMatchObject({ checkedAt: seen });
    clock.advance(1);
    await asked.check(A, contextOf());
    expect(checker.calls).toHaveLength(2);
  });

  it('keeps an answer with a future time no longer than one with the present time', async () => {
    const clock = new ManualClock(10_000);
    const checker = singleThat(() => ({ status: 'dead', checkedAt: new Date(9_000_000) }));
    const asked = cached(checker, { cache: new MemoryAnswerCache(), keepMs: { dead: 500 }, clock });
    await asked.check(A, contextOf());
    clock.advance(499);
    expect(await asked.check(A, contextOf())).toEqual({ status: 'dead', checkedAt: new Date(10_000) });
    clock.advance(1);
    await asked.check(A, contextOf());
    expect(checker.calls).toHaveLength(2);
  });

  it('keeps the valid parts of any answer, and the answers beside it', async () => {
    const cache = new MemoryAnswerCache();
    const checker = bulkThat((number) => answers.get(number) ?? 'check_failed');
    const unreadable = Object.defineProperty({ status: 'dead' as const }, 'status', {
      get: () => {
        throw new Error('a getter that throws');
      },
    });
    const answers = new Map<E164, BulkAnswer>([
      [A, { status: 'dead', source: 'NUL\0', reason: 'two\nlines' }],
      [B, unreadable],
      [D, { status: 'dead', checkedAt: new Proxy(new Date(5), {}) }],
      [C, { status: 'dead', source: 'upstream' }],
    ]);
    const asked = cached(checker, { cache, keepMs: EACH, clock: new ManualClock(1_000) });
    await asked.checkMany([A, B, C, D], contextOf());
    const kept = await cache.getMany([A, B, C, D]);
    expect(kept.map((entry) => entry?.answer)).toEqual([
      { status: 'dead', checkedAt: new Date(1_000) },
      undefined,
      { status: 'dead', source: 'upstream', checkedAt: new Date(1_000) },
      undefined,
    ]);
  });

  it('applies a shortened time to older entries too', async () => {
    const clock = new ManualClock();
    const cache = new MemoryAnswerCache();
    const checker = singleThat(() => 'dead');
    await cached(checker, { cache, keepMs: { dead: 10_000 }, clock }).check(A, contextOf());
    clock.advance(100);
    await cached(checker, { cache, keepMs: { dead: 100 }, clock }).check(A, contextOf());
    expect(checker.calls).toHaveLength(2);
  });

  it('makes no call if it knows all answers', async () => {
    const checker = bulkThat(() => 'dead');
    const asked = cached(checker, { cache: new MemoryAnswerCache(), keepMs: EACH });
    await asked.checkMany([A, B], contextOf());
    expect(await asked.checkMany([B, A], contextOf())).toMatchObject([
      { status: 'dead' },
      { status: 'dead' },
    ]);
    expect(checker.calls).toEqual([[A, B]]);
  });

  it('keeps no failed check, and passes an outage on without losing known answers', async () => {
    const outage = new DialproofError('checker_out_of_funds', { retryAfterMs: 7 });
    const checker = bulkThat((number) => {
      if (number === C) throw outage;
      return number === A ? 'dead' : 'check_failed';
    });
    const asked = cached(checker, { cache: new MemoryAnswerCache(), keepMs: EACH });
    await asked.checkMany([A, B], contextOf());
    await asked.checkMany([A, B], contextOf());
    expect(checker.calls).toEqual([[A, B], [B]]);
    await expect(asked.checkMany([A, C], contextOf())).rejects.toBe(outage);
    expect(await asked.checkMany([A], contextOf())).toMatchObject([{ status: 'dead' }]);
    expect(checker.calls).toEqual([[A, B], [B], [C]]);
  });

  it('calls the checker if the cache does not answer, and reports it', async () => {
    const errors: unknown[] = [];
    const onCacheError = (error: unknown) => {
      errors.push(error);
      throw new Error('a defect of the host');
    };
    const asked = cached(
      singleThat(() => 'dead'),
      { cache: broken, keepMs: EACH, onCacheError },
    );
    expect(await asked.check(A, contextOf())).toBe('dead');
    await settle();
    expect(errors).toEqual([new Error('the cache is away'), new Error('the cache is away')]);
  });

  it('ends a check that is aborted while the cache is read', async () => {
    const checker = singleThat(() => 'dead');
    const slow: AnswerCache = { ...broken, getMany: () => new Promise(() => {}) };
    const controller = new AbortController();
    const answer = cached(checker, { cache: slow, keepMs: EACH }).check(A, contextOf(controller.signal));
    controller.abort(new Error('nobody waits'));
    await expect(answer).rejects.toThrow('nobody waits');
    expect(checker.calls).toEqual([]);
  });

  it('takes no answer of the cache for another number', async () => {
    const shifted: AnswerCache = {
      ...broken,
      getMany: async () => [
        {
          number: B,
          answer: { status: 'wa_registered', checkedAt: new Date() },
          expiresAt: Number.MAX_SAFE_INTEGER,
        },
      ],
    };
    expect(
      await cached(
        singleThat(() => 'dead'),
        { cache: shifted, keepMs: EACH },
      ).check(A, contextOf()),
    ).toBe('dead');
  });

  it('keeps no answer with a malformed time', async () => {
    const cache = new MemoryAnswerCache();
    const checker = singleThat(() => ({ status: 'dead', checkedAt: new Date(Number.NaN) }));
    await cached(checker, { cache, keepMs: EACH }).check(A, contextOf());
    expect(cache.size).toBe(0);
  });

  it('refuses invalid options', () => {
    const checker = singleThat(() => 'dead');
    const cache = new MemoryAnswerCache();
    expect(() => cached(checker, { cache, keepMs: {} })).toThrow(RangeError);
    expect(() => cached(checker, { cache, keepMs: { dead: -1 } })).toThrow(RangeError);
    expect(() => cached(checker, { cache, keepMs: { live: 5 } as never })).toThrow(TypeError);
    expect(() => cached(checker, { cache: {} as never, keepMs: EACH })).toThrow(TypeError);
  });
});

const numbersOf = (count: number): E164[] =>
  Array.from({ length: count }, (_, index) => `+1415255${String(index).padStart(4, '0')}` as E164);
const [KEPT_A, KEPT_B, KEPT_C] = numbersOf(3) as [E164, E164, E164];

function entryOf(number: E164, at = 0): CacheEntry {
  return { number, answer: { status: 'dead', checkedAt: new Date(at) }, expiresAt: at + 1_000 };
}

describe('MemoryAnswerCache', () => {
  it('gives one entry for each number, in their order, the last that was set', async () => {
    const cache = new MemoryAnswerCache();
    await cache.setMany([entryOf(KEPT_A), entryOf(KEPT_B), entryOf(KEPT_A, 5)]);
    expect(await cache.getMany([KEPT_B, KEPT_C, KEPT_A, KEPT_B])).toEqual([
      entryOf(KEPT_B),
      undefined,
      entryOf(KEPT_A, 5),
      entryOf(KEPT_B),
    ]);
  });

  it('forgets the number that was used longest ago', async () => {
    const cache = new MemoryAnswerCache({ maxNumbers: 2 });
    await cache.setMany([entryOf(KEPT_A), entryOf(KEPT_B)]);
    await cache.getMany([KEPT_A]);
    await cache.setMany([entryOf(KEPT_C)]);
    expect(await cache.getMany([KEPT_A, KEPT_B, KEPT_C])).toEqual([
      entryOf(KEPT_A),
      undefined,
      entryOf(KEPT_C),
    ]);
  });

  it('never holds more than `maxNumbers`, and always the entry that was set last', async () => {
    const sets = fc.array(fc.array(fc.integer({ min: 0, max: 19 }), { minLength: 1, maxLength: 10 }));
    await fc.assert(
      fc.asyncProperty(sets, fc.integer({ min: 1, max: 15 }), async (rounds, maxNumbers) => {
        const cache = new MemoryAnswerCache({ maxNumbers });
        const numbers = numbersOf(20);
        for (const round of rounds) {
          const entries = round.map((index) => entryOf(numbers[index] ?? KEPT_A));
          await cache.setMany(entries);
          expect(cache.size).toBeLessThanOrEqual(maxNumbers);
          expect(await cache.getMany([entries.at(-1)?.number ?? KEPT_A])).toEqual([entries.at(-1)]);
        }
      }),
    );
  });

  it('refuses an invalid bound', () => {
    expect(() => new MemoryAnswerCache({ maxNumbers: 0 })).toThrow(RangeError);
  });
});
