import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_RATE_STORES, correctRateStore } from './broken-rate-stores.fixture.js';
import { rateStoreContract } from './rate-store-contract.js';

describe('rateStoreContract', () => {
  provesToCatch(rateStoreContract, correctRateStore, BROKEN_RATE_STORES);
});
