import { ManualClock, systemClock } from '@dialproof/core';
import { describe, it, vi } from 'vitest';
import { clockContract } from './clock-contract.js';

describe('ManualClock', () => {
  clockContract({ describe, it }, async () => {
    const clock = new ManualClock();
    return {
      clock,
      advance: async (ms) => clock.advance(ms),
      setWallClock: (now) => clock.set(now),
      close: async () => {},
    };
  });
});

describe('systemClock', () => {
  clockContract({ describe, it }, async () => {
    vi.useFakeTimers();
    return {
      clock: systemClock,
      advance: async (ms) => {
        vi.advanceTimersByTime(ms);
      },
      setWallClock: (now) => {
        vi.setSystemTime(now);
      },
      close: async () => {
        vi.useRealTimers();
      },
    };
  });
});
