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
      'measures the time that passes': (clock) => ({ elapsed: () => clock.elapsed() | 0 }),
      'measures the time that passes whatever the wall clock does': (clock) => ({
        elapsed: () => clock.now(),
      }),
      'shows whole milliseconds': (clock) => ({ now: () => clock.now() + 0.5 }),
      'calls back once, when the time has passed and not before': [
        (clock) => ({ schedule: (delayMs, callback) => clock.schedule(delayMs - 1, callback) }),
        (clock) => ({ schedule: (delayMs, callback) => clock.schedule(delayMs + 1, callback) }),
      ],
      'calls back in the order of the times, and of scheduling for the same time': (clock) => {
        const waiting: (() => void)[] = [];
        return {
          schedule(delayMs, callback) {
            waiting.push(callback);
            return clock.schedule(delayMs, () => waiting.shift()?.());
          },
        };
      },
      'does not call back a cancelled callback, and cancels safely at any time': (clock) => {
        const cancels: (() => void)[] = [];
        return {
          schedule(delayMs, callback) {
            cancels.push(clock.schedule(delayMs, callback));
            return () => cancels.shift()?.();
          },
        };
      },
      'does not call back during the call that schedules': (clock) => ({
        schedule(delayMs, callback) {
          if (delayMs > 0) return clock.schedule(delayMs, callback);
          callback();
          return () => {};
        },
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
