import { MemoryAnswerCache } from '@dialproof/checkers/around';
import type { AnswerCache } from '@dialproof/core';
import { describe } from 'vitest';
import { crowding, provesSuite } from '../runner/suite-proof.fixture.js';
import { type AnswerCacheSubject, answerCacheContract } from './answer-cache-contract.js';

describe('MemoryAnswerCache', () => {
  provesSuite<AnswerCache, AnswerCacheSubject>(
    answerCacheContract,
    (_, change) => ({ cache: change(new MemoryAnswerCache()), close: async () => {} }),
    {
      'keeps an entry of each number that many callers keep at once, in any order': crowding('setMany', 10),
      'keeps the entry that was given last, whatever its time is, also in one call': (cache) => ({
        async setMany(entries) {
          for (const { answer, ...entry } of entries) {
            const [known] = await cache.getMany([entry.number]);
            await cache.setMany([{ ...entry, answer: { ...known?.answer, ...answer } }]);
          }
        },
      }),
      'remembers answers when it is opened again': () => ({ reopen: async () => new MemoryAnswerCache() }),
    },
  );
});
