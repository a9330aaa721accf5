import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_SPENDING_COUNTS, correctSpendingCounts } from './broken-spending-counts.fixture.js';
import { spendingCountsContract } from './spending-counts-contract.js';

describe('spendingCountsContract', () => {
  provesToCatch(spendingCountsContract, correctSpendingCounts, BROKEN_SPENDING_COUNTS);
});
