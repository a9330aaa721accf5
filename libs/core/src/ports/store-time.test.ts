import { describe, expect, it } from 'vitest';
import { ManualClock } from '../memory/manual-clock.js';
import type { Clock } from './clock.js';
import { StoreTime } from './store-time.js';

const NOON = Date.UTC(2026, 0, 1, 12);

/** A clock whose elapsed time has fractions, as that of a machine has. */
function fractional(elapsed: () => number): Clock {
  return { now: () => NOON, elapsed, schedule: () => () => undefined };
}

describe('StoreTime', () => {
  it('begins with the time of the wall clock and continues with the elapsed time', () => {
    const clock = new ManualClock(NOON);
    clock.advance(5_000);
    const time = new StoreTime(clock);
    expect(time.now()).toBe(NOON + 5_000);
    clock.advance(1_500);
    expect(time.now()).toBe(NOON + 6_500);
    expect(time.after(250)).toBe(NOON + 6_750);
  });

  it.each([-86_400_000, 86_400_000])('is not moved by a wall clock that is set by %d ms', (ms) => {
    const clock = new ManualClock(NOON);
    const time = new StoreTime(clock);
    clock.set(NOON + ms);
    expect(time.now()).toBe(NOON);
    clock.advance(10);
    expect(time.now()).toBe(NOON + 10);
  });

  it('can be compared with times that the previous process has written', () => {
    const before = new ManualClock(NOON);
    const lease = new StoreTime(before).after(60_000);
    // The elapsed time of the next process begins anew.
    const after = new ManualClock(NOON + 59_999);
    const time = new StoreTime(after);
    expect(lease <= time.now()).toBe(false);
    after.advance(1);
    expect(lease <= time.now()).toBe(true);
  });

  it('gives whole milliseconds, and never too early a time', () => {
    let elapsed = 0.25;
    const time = new StoreTime(fractional(() => elapsed));
    elapsed = 100.75;
    expect(time.now()).toBe(NOON + 100);
    expect(time.after(0.5)).toBe(NOON + 101);
    expect(time.after(7)).toBe(NOON + 107);
  });

  it('catches up with a later time, shows it by the wall clock, and never goes back', () => {
    const clock = new ManualClock(NOON);
    const time = new StoreTime(clock);
    time.catchUp(NOON + 3_600_000);
    expect(time.now()).toBe(NOON + 3_600_000);
    time.catchUp(NOON + 1_000);
    clock.advance(10);
    expect(time.now()).toBe(NOON + 3_600_010);
    expect(time.shown(time.now())).toBe(NOON + 10);
  });

  it('uses the clock of the machine unless it is given one', () => {
    expect(Math.abs(new StoreTime().now() - Date.now())).toBeLessThan(60_000);
  });

  describe('as the wall clock shows it', () => {
    it('follows a wall clock that is set', () => {
      const clock = new ManualClock(NOON);
      const time = new StoreTime(clock);
      const moment = time.after(30_000);
      expect(time.shown(moment)).toBe(NOON + 30_000);
      clock.set(NOON + 3_600_000);
      expect(time.shown(moment)).toBe(NOON + 3_630_000);
      clock.set(NOON);
      expect(time.shown(moment)).toBe(NOON + 30_000);
    });

    it('shows a moment as the same one while the wall clock is slewed', () => {
      const clock = new ManualClock(NOON);
      const time = new StoreTime(clock);
      const moment = time.now();
      for (const slewMs of [1, 400, 999, -999]) {
        clock.set(NOON + slewMs);
        expect(time.shown(moment)).toBe(NOON);
      }
      clock.set(NOON + 1_000);
      expect(time.shown(moment)).toBe(NOON + 1_000);
    });
  });
});
