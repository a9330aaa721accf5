import type { CacheEntry, E164 } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryAnswerCache } from './memory-answer-cache.js';

const numbersOf = (count: number): E164[] =>
  Array.from({ length: count }, (_, index) => `+1415255${String(index).padStart(4, '0')}` as E164);
const [A, B, C] = numbersOf(3) as [E164, E164, E164];

function entryOf(number: E164, at = 0): CacheEntry {
  return { number, answer: { status: 'dead', checkedAt: new Date(at) }, expiresAt: at + 1_000 };
}

describe('MemoryAnswerCache', () => {
  it('gives one entry for each number, in their order, the last that was set', async () => {
    const cache = new MemoryAnswerCache();
    await cache.setMany([entryOf(A), entryOf(B), entryOf(A, 5)]);
    expect(await cache.getMany([B, C, A, B])).toEqual([entryOf(B), undefined, entryOf(A, 5), entryOf(B)]);
  });

  it('forgets the number that was used longest ago', async () => {
    const cache = new MemoryAnswerCache({ maxNumbers: 2 });
    await cache.setMany([entryOf(A), entryOf(B)]);
    await cache.getMany([A]);
    await cache.setMany([entryOf(C)]);
    expect(await cache.getMany([A, B, C])).toEqual([entryOf(A), undefined, entryOf(C)]);
  });

  it('never holds more than `maxNumbers`, and always the entry that was set last', async () => {
    const sets = fc.array(fc.array(fc.integer({ min: 0, max: 19 }), { minLength: 1, maxLength: 10 }));
    await fc.assert(
      fc.asyncProperty(sets, fc.integer({ min: 1, max: 15 }), async (rounds, maxNumbers) => {
        const cache = new MemoryAnswerCache({ maxNumbers });
        const numbers = numbersOf(20);
        for (const round of rounds) {
          const entries = round.map((index) => entryOf(numbers[index] ?? A));
          await cache.setMany(entries);
          expect(cache.size).toBeLessThanOrEqual(maxNumbers);
          expect(await cache.getMany([entries.at(-1)?.number ?? A])).toEqual([entries.at(-1)]);
        }
      }),
    );
  });

  it('refuses an invalid bound', () => {
    expect(() => new MemoryAnswerCache({ maxNumbers: 0 })).toThrow(RangeError);
  });
});
