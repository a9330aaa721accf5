import { MemorySuppressionList, type SuppressionList } from '@dialproof/core';
import { describe } from 'vitest';
import { nextTurn, provesSuite, sharing } from '../runner/suite-proof.fixture.js';
import { type SuppressionListSubject, suppressionListContract } from './suppression-list-contract.js';

describe('MemorySuppressionList', () => {
  provesSuite<SuppressionList, SuppressionListSubject>(
    suppressionListContract,
    (_, change) => ({ suppressions: change(new MemorySuppressionList()), close: async () => {} }),
    {
      'adds a number once in concurrent calls': sharing('add'),
      'removes a number once': sharing('remove'),
      // Reads the count in one step and adds in another.
      'never passes the bound, however many add at once': (right) => ({
        async add(addition) {
          const { accountId, maxPerAccount, phones } = addition;
          const { numbers } = await right.page({ accountId, limit: maxPerAccount + 1, cursor: null });
          await nextTurn();
          if (numbers.length + phones.length > maxPerAccount) return undefined;
          return await right.add({ ...addition, maxPerAccount: Number.MAX_SAFE_INTEGER });
        },
      }),
      'remembers numbers when it is opened again': () => ({
        reopen: async () => new MemorySuppressionList(),
      }),
    },
  );
});
