import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_CLOCKS, correctClock } from './broken-clocks.fixture.js';
import { clockContract } from './clock-contract.js';

describe('clockContract', () => {
  provesToCatch(clockContract, correctClock, BROKEN_CLOCKS);
});
