import { type KnownAnswers, MemoryKnownAnswers } from '@dialproof/core';
import { describe } from 'vitest';
import { crowding, lending, provesSuite } from '../runner/suite-proof.fixture.js';
import { type KnownAnswersSubject, knownAnswersContract } from './known-answers-contract.js';

describe('MemoryKnownAnswers', () => {
  provesSuite<KnownAnswers, KnownAnswersSubject>(
    knownAnswersContract,
    (_, change) => ({ answers: change(new MemoryKnownAnswers()), close: async () => {} }),
    {
      'keeps the latest answer about each number that many callers keep at once, in any order': crowding(
        'remember',
        10,
      ),
      'keeps copies of its arguments, and returns copies': lending('find'),
      'knows the same when it is opened again': () => ({ reopen: async () => new MemoryKnownAnswers() }),
      'gives no account an answer of another one': (right) => ({
        find: async (_, numbers, since) => {
          const known = await Promise.all(
            ['ann', 'ben'].map((id) => right.find(id as Parameters<KnownAnswers['find']>[0], numbers, since)),
          );
          return numbers.map((_number, index) => known[1]?.[index] ?? known[0]?.[index]);
        },
      }),
    },
  );
});
