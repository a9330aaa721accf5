import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_RATE_COUNTERS, correctRateCounter } from './broken-rate-counters.fixture.js';
import { rateCounterContract } from './rate-counter-contract.js';

describe('rateCounterContract', () => {
  provesToCatch(rateCounterContract, correctRateCounter, BROKEN_RATE_COUNTERS);
});
