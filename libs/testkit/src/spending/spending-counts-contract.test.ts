import { MemorySpendingCounts } from '@dialproof/core';
import { describe, it } from 'vitest';
import { spendingCountsContract } from './spending-counts-contract.js';

describe('MemorySpendingCounts', () => {
  spendingCountsContract({ describe, it }, async () => ({
    counts: new MemorySpendingCounts(),
    close: async () => {},
  }));
});
