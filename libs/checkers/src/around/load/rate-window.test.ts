import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateWindow } from './rate-window.js';

const pause = fc.oneof(
  fc.double({ min: 0, max: 500, noNaN: true }),
  fc.double({ min: 0, max: 0.7, noNaN: true }),
);
const pauses = fc.array(pause, { minLength: 1, maxLength: 200 });

describe('RateWindow', () => {
  it('lets no more than the limit begin in any window, wherever it begins', () => {
    const settings = fc.record({ limit: fc.integer({ min: 1, max: 50 }), isSpread: fc.boolean() });
    fc.assert(
      fc.property(
        settings,
        pauses,
        fc.infiniteStream(fc.integer({ min: 1, max: 50 })),
        (set, gaps, weights) => {
          const window = new RateWindow({ ...set, name: 'perSecond', windowMs: 1_000 });
          const starts: { at: number; weight: number }[] = [];
          let now = 0;
          for (const gap of gaps) {
            const weight = Math.min(set.limit, weights.next().value);
            now += gap;
            now += window.delayMs(weight, now);
            window.begin(weight, now);
            starts.push({ at: now, weight });
          }
          for (const { at } of starts) {
            // A hair less than the window: what begins exactly when it is over is outside of it.
            const inWindow = starts.filter((start) => start.at >= at && start.at < at + 1_000 - 1e-6);
            expect(inWindow.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(set.limit);
          }
        },
      ),
    );
  });

  it.each([1, 7, 100, 1_000])('lets at least 98 of 100 begin of what a limit of %d allows', (limit) => {
    const window = new RateWindow({ limit, name: 'perSecond', windowMs: 1_000, isSpread: true });
    let now = 0;
    let begun = 0;
    for (; now < 100_000; begun += 1) {
      // Timers are of whole milliseconds.
      now += Math.ceil(window.delayMs(1, now));
      window.begin(1, now);
    }
    expect(begun).toBeGreaterThanOrEqual(limit * 98);
    expect(begun).toBeLessThanOrEqual(limit * 100 + 1);
  });

  it('spreads calls over the window', () => {
    const window = new RateWindow({ limit: 10, name: 'perSecond', windowMs: 1_000, isSpread: true });
    window.begin(1, 0);
    expect(window.delayMs(1, 0)).toBeGreaterThan(80);
    expect(window.delayMs(1, 0, 4)).toBeGreaterThan(480);
  });

  it('lets all begin at once where it does not spread them, and says when the next may', () => {
    const window = new RateWindow({ limit: 3, name: 'perDay', windowMs: 86_400_000, isSpread: false });
    for (const at of [0, 1_000_000, 2_000_000]) {
      expect(window.delayMs(1, at)).toBe(0);
      window.begin(1, at);
    }
    expect(window.delayMs(1, 2_000_000)).toBe(84_400_000);
    expect(window.delayMs(1, 2_000_000, 1)).toBe(85_400_000);
    expect(window.delayMs(1, 86_400_000)).toBe(0);
  });
});
