import { type Clock, ManualClock, systemClock } from '@dialproof/core';
import { describe, it, vi } from 'vitest';
import { provesSuite } from '../runner/suite-proof.fixture.js';
import { type ClockSubject, clockContract } from './clock-contract.js';

describe('ManualClock', () => {
  provesSuite<Clock, ClockSubject>(
    clockContract,
    (_, change) => {
      const manual = new ManualClock();
      return {
        clock: change(manual),
        advance: async (ms) => manual.advance(ms),
        setWallClock: (now) => manual.set(now),
        close: async () => {},
      };
    },
    {
      'measures the time that passes whatever the wall clock does': (clock) => ({
        elapsed: () => clock.now(),
      }),
      // As a timer of 32 bits does.
      'keeps an appointment that is months away': (clock) => ({
        schedule: (delayMs, callback) => clock.schedule(delayMs > 2 ** 31 ? 1 : delayMs, callback),
      }),
      'keeps appointments whatever the wall clock does': (clock) => ({
        schedule(delayMs, callback) {
          const due = clock.now() + delayMs;
          let cancel = () => {};
          const look = () => {
            if (clock.now() >= due) callback();
            else cancel = clock.schedule(due - clock.now(), look);
          };
          cancel = clock.schedule(delayMs, look);
          return () => cancel();
        },
      }),
    },
  );
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
