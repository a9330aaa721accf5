import { MemorySpendingCounts, type SpendingCounts } from '@dialproof/core';
import { describe } from 'vitest';
import { nextTurn, provesSuite, sharing } from '../runner/suite-proof.fixture.js';
import { type SpendingCountsSubject, spendingCountsContract } from './spending-counts-contract.js';

const ANY = Number.MAX_SAFE_INTEGER;

describe('MemorySpendingCounts', () => {
  provesSuite<SpendingCounts, SpendingCountsSubject>(
    spendingCountsContract,
    (_, change) => ({ counts: change(new MemorySpendingCounts()), close: async () => {} }),
    {
      'never passes the limit, however many take at once': sharing('take'),
      'loses nothing in concurrent takes and returns': (counts) => ({
        async giveBack(day, amount) {
          const sum = await counts.spent(day);
          await nextTurn();
          await counts.giveBack(day, await counts.spent(day));
          await counts.take(day, sum - amount, ANY);
        },
      }),
      'remembers the sums when it is opened again': () => ({
        reopen: async () => new MemorySpendingCounts(),
      }),
    },
  );
});
