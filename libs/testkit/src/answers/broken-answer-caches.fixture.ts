import { type AnswerCache, type CacheEntry, MemoryAnswerCache } from '@dialproof/core';
import { type Broken, FaultError, refusingCrowds, withFault } from '../runner/broken.fixture.js';
import type { AnswerCacheSubject } from './answer-cache-subject.js';

type BrokenAnswerCache = Broken<AnswerCacheSubject>;

export async function correctAnswerCache(): Promise<AnswerCacheSubject> {
  return { cache: new MemoryAnswerCache(), close: async () => {} };
}

/** A cache that does everything but this right. */
function brokenCache(
  fault: string,
  caughtBy: string,
  make: (cache: AnswerCache) => Partial<AnswerCache>,
): BrokenAnswerCache {
  const create = async () => {
    const cache: AnswerCache = new MemoryAnswerCache();
    return { cache: withFault(cache, make(cache)), close: async () => {} };
  };
  return { fault, caughtBy, create };
}

/** A cache that keeps something else than it is given. */
const keeping =
  (change: (entry: CacheEntry) => CacheEntry) =>
  (cache: AnswerCache): Partial<AnswerCache> => ({
    setMany: (entries) => cache.setMany(entries.map(change)),
  });

const DETAILS = 'gives an answer back with its details, to the millisecond';
const BARE = 'gives an answer without details back without them';
const STATUSES = 'keeps every status';
const ORDER = 'gives one entry for each number, in their order, undefined for those that it does not know';
const MANY = 'keeps many in one call, and gives many';
const NOTHING = 'keeps nothing of an empty list';
const LAST = 'keeps the entry that was given last, whatever its time is';
const LAST_OF_CALL = 'keeps the last of those for one number in one call';

export const BROKEN_ANSWER_CACHES: readonly BrokenAnswerCache[] = [
  brokenCache(
    'keeps times in seconds',
    DETAILS,
    keeping(({ answer, ...entry }) => ({
      ...entry,
      answer: { ...answer, checkedAt: new Date(Math.floor(answer.checkedAt.getTime() / 1_000) * 1_000) },
    })),
  ),
  brokenCache(
    'does not keep why',
    DETAILS,
    keeping(({ answer: { reason: _, ...answer }, ...entry }) => ({ ...entry, answer })),
  ),
  brokenCache(
    'makes up details that there were none of',
    BARE,
    keeping(({ answer, ...entry }) => ({ ...entry, answer: { source: '', reason: '', ...answer } })),
  ),
  brokenCache('keeps no answer that says nothing', STATUSES, (cache) => ({
    setMany: (entries) => cache.setMany(entries.filter(({ answer }) => answer.status !== 'unknown')),
  })),
  brokenCache('leaves out what it does not know', ORDER, (cache) => ({
    getMany: async (numbers) => (await cache.getMany(numbers)).filter((entry) => entry !== undefined),
  })),
  brokenCache('gives a number once that is asked for twice', ORDER, (cache) => ({
    getMany: (numbers) => cache.getMany([...new Set(numbers)]),
  })),
  brokenCache('takes only so many in one call', MANY, (cache) => ({
    setMany: (entries) => cache.setMany(entries.slice(0, 1_000)),
  })),
  brokenCache('fails where there is nothing to keep', NOTHING, (cache) => ({
    async setMany(entries) {
      if (entries.length === 0) throw new FaultError('there are no values');
      await cache.setMany(entries);
    },
  })),
  brokenCache('keeps the newest check, and not what it was given last', LAST, (cache) => ({
    async setMany(entries) {
      for (const entry of entries) {
        const [known] = await cache.getMany([entry.number]);
        const isOlder = (known?.answer.checkedAt.getTime() ?? 0) > entry.answer.checkedAt.getTime();
        if (!isOlder) await cache.setMany([entry]);
      }
    },
  })),
  brokenCache('keeps details of an earlier answer', LAST, (cache) => ({
    async setMany(entries) {
      for (const { answer, ...entry } of entries) {
        const [known] = await cache.getMany([entry.number]);
        await cache.setMany([{ ...entry, answer: { ...known?.answer, ...answer } }]);
      }
    },
  })),
  brokenCache(
    'refuses callers because of others',
    'keeps an entry of each number that many callers keep at once, in any order',
    (cache) => ({ setMany: refusingCrowds((entries) => cache.setMany(entries)) }),
  ),
  brokenCache('keeps the first of one call', LAST_OF_CALL, (cache) => ({
    setMany: (entries) => cache.setMany(entries.toReversed()),
  })),
  {
    fault: 'forgets everything at a restart',
    caughtBy: 'remembers answers when it is opened again',
    create: async () => ({
      cache: new MemoryAnswerCache(),
      reopen: async () => new MemoryAnswerCache(),
      close: async () => {},
    }),
  },
];
