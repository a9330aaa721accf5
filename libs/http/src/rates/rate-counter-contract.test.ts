import { rateCounterContract } from '@dialproof/testkit';
import { describe, it, vi } from 'vitest';
import { memoryCounter } from './request-rates.js';

describe('counts in memory', () => {
  rateCounterContract({ describe, it }, async () => {
    // rate-limiter-flexible takes no clock.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    return {
      counter: memoryCounter,
      pass: async (ms) => void vi.advanceTimersByTime(ms),
      close: async () => void vi.useRealTimers(),
    };
  });
});
