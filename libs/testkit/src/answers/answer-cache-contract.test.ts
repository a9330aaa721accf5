import { MemoryAnswerCache } from '@dialproof/core';
import { describe, it } from 'vitest';
import { answerCacheContract } from './answer-cache-contract.js';

describe('MemoryAnswerCache', () => {
  answerCacheContract({ describe, it }, async () => ({
    cache: new MemoryAnswerCache(),
    close: async () => {},
  }));
});
