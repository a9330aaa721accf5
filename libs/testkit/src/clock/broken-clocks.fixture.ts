import { type Clock, ManualClock } from '@dialproof/core';
import { type Broken, withFault } from '../runner/broken.fixture.js';
import type { ClockSubject } from './clock-contract.js';

function clockSubject(make: (clock: ManualClock) => Partial<Clock>): ClockSubject {
  const manual = new ManualClock();
  return {
    clock: withFault<Clock>(manual, make(manual)),
    advance: async (ms) => manual.advance(ms),
    setWallClock: (now) => manual.set(now),
    close: async () => {},
  };
}

export async function correctClock(): Promise<ClockSubject> {
  return clockSubject(() => ({}));
}

function brokenClock(
  fault: string,
  caughtBy: string,
  make: (clock: ManualClock) => Partial<Clock>,
): Broken<ClockSubject> {
  return { fault, caughtBy, create: async () => clockSubject(make) };
}

const DAY_MS = 86_400_000;
const ONCE = 'calls back once, when the time has passed and not before';
const CANCELS = 'does not call back a cancelled callback, and cancels safely at any time';

export const BROKEN_CLOCKS = [
  brokenClock('stands still', 'shows the time that passes', (clock) => {
    const now = clock.now();
    return { now: () => now };
  }),
  brokenClock('runs backward', 'shows the time that passes', (clock) => {
    const now = clock.now();
    return { now: () => 2 * now - clock.now() };
  }),
  brokenClock('shows seconds', 'shows the time that passes', (clock) => ({
    now: () => Math.floor(clock.now() / 1_000),
  })),
  brokenClock('shows fractions of a millisecond', 'shows whole milliseconds', (clock) => ({
    now: () => clock.now() + 0.5,
  })),
  brokenClock('measures no time', 'measures the time that passes', () => ({ elapsed: () => 7 })),
  brokenClock('measures seconds', 'measures the time that passes', (clock) => ({
    elapsed: () => clock.elapsed() / 1_000,
  })),
  brokenClock('measures time in 32 bits', 'measures the time that passes', (clock) => ({
    elapsed: () => clock.elapsed() | 0,
  })),
  brokenClock(
    'measures time by the wall clock',
    'measures the time that passes whatever the wall clock does',
    (clock) => ({ elapsed: () => clock.now() }),
  ),
  brokenClock('calls back a millisecond early', ONCE, (clock) => ({
    schedule: (delayMs, callback) => clock.schedule(delayMs - 1, callback),
  })),
  brokenClock('calls back late', ONCE, (clock) => ({
    schedule: (delayMs, callback) => clock.schedule(delayMs + 1, callback),
  })),
  brokenClock('calls back again and again', ONCE, (clock) => ({
    schedule(delayMs, callback) {
      let cancel = () => {};
      const again = () => {
        cancel = clock.schedule(Math.max(1, delayMs), again);
        callback();
      };
      cancel = clock.schedule(delayMs, again);
      return () => cancel();
    },
  })),
  brokenClock(
    'calls back in the order of scheduling',
    'calls back in the order of the times, and of scheduling for the same time',
    (clock) => {
      const waiting: (() => void)[] = [];
      return {
        schedule(delayMs, callback) {
          waiting.push(callback);
          return clock.schedule(delayMs, () => waiting.shift()?.());
        },
      };
    },
  ),
  brokenClock(
    'keeps one appointment alone',
    'calls back in the order of the times, and of scheduling for the same time',
    (clock) => {
      let cancel = () => {};
      return {
        schedule(delayMs, callback) {
          cancel();
          cancel = clock.schedule(delayMs, callback);
          return cancel;
        },
      };
    },
  ),
  brokenClock(
    'does not take what a callback schedules',
    'calls back callbacks that a callback has scheduled',
    (clock) => {
      let isCalling = false;
      return {
        schedule(delayMs, callback) {
          if (isCalling) return () => {};
          return clock.schedule(delayMs, () => {
            isCalling = true;
            callback();
            isCalling = false;
          });
        },
      };
    },
  ),
  brokenClock('cannot cancel', CANCELS, (clock) => ({
    schedule(delayMs, callback) {
      clock.schedule(delayMs, callback);
      return () => {};
    },
  })),
  brokenClock('cancels another appointment at the second call', CANCELS, (clock) => {
    const cancels: (() => void)[] = [];
    return {
      schedule(delayMs, callback) {
        cancels.push(clock.schedule(delayMs, callback));
        return () => cancels.shift()?.();
      },
    };
  }),
  brokenClock(
    'calls back at once without a delay',
    'does not call back during the call that schedules',
    (clock) => ({
      schedule(delayMs, callback) {
        if (delayMs > 0) return clock.schedule(delayMs, callback);
        callback();
        return () => {};
      },
    }),
  ),
  brokenClock('takes a long delay for none', 'keeps an appointment that is months away', (clock) => ({
    schedule: (delayMs, callback) => clock.schedule(delayMs > 24 * DAY_MS ? 1 : delayMs, callback),
  })),
  brokenClock('goes by the wall clock', 'keeps appointments whatever the wall clock does', (clock) => ({
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
  })),
];
