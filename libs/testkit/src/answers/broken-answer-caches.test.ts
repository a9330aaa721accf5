import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { answerCacheContract } from './answer-cache-contract.js';
import { BROKEN_ANSWER_CACHES, correctAnswerCache } from './broken-answer-caches.fixture.js';

describe('answerCacheContract', () => {
  provesToCatch(answerCacheContract, correctAnswerCache, BROKEN_ANSWER_CACHES);
});
