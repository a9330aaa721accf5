import { accountId, MemorySingleAnswerStore, type SingleAnswerStore } from '@dialproof/core';
import { describe } from 'vitest';
import { lending, nextTurn, provesSuite, sharing } from '../runner/suite-proof.fixture.js';
import { type SingleAnswerStoreSubject, singleAnswerStoreContract } from './single-answer-store-contract.js';

describe('MemorySingleAnswerStore', () => {
  provesSuite<SingleAnswerStore, SingleAnswerStoreSubject>(
    singleAnswerStoreContract,
    (_, change) => ({ store: change(new MemorySingleAnswerStore()), close: async () => {} }),
    {
      // Compares in one step and replaces in another.
      'keeps the youngest of the answers that many callers keep at once': (right) => ({
        async keep(account, answer) {
          const [younger] = await right.find(account, [answer.phone], answer.checkedAt.getTime() + 1);
          await nextTurn();
          if (younger !== undefined) return;
          await right.remove(account, answer.phone);
          await right.keep(account, answer);
        },
      }),
      'keeps copies of its arguments, and returns copies': lending('find'),
      'removes the answer about a number, of that account alone': sharing('remove'),
      'gives no account an answer of another one': (right) => ({
        find: async (_, phones, since) =>
          (await Promise.all(['ben', 'ann'].map((id) => right.find(accountId(id), phones, since)))).flat(),
      }),
      'remembers answers when it is opened again': () => ({
        reopen: async () => new MemorySingleAnswerStore(),
      }),
    },
  );
});
