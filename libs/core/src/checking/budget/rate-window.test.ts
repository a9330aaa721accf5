import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RateUse, RateWindow } from './rate-window.js';

const pause = fc.oneof(
  fc.double({ min: 0, max: 500, noNaN: true }),
  fc.double({ min: 0, max: 0.7, noNaN: true }),
);
const pauses = fc.array(pause, { minLength: 1, maxLength: 200 });

describe('RateWindow', () => {
  it('lets no more than the limit arrive in any window, wherever it begins, whenever calls end', () => {
    const settings = fc.record({
      limit: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0.2, max: 20, noNaN: true })),
      isSpread: fc.boolean(),
    });
    const call = fc.record({
      weight: fc.integer({ min: 1, max: 50 }),
      // Answers come late, and arrivals are anywhere before them, within the longest way.
      answerMs: fc.oneof(fc.nat(20), fc.nat(3_000)),
      arrival: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(settings, pauses, fc.infiniteStream(call), (set, gaps, calls) => {
        const most = Math.ceil(set.limit);
        const window = new RateWindow({ ...set, name: 'perSecond', windowMs: 1_000 });
        const underWay: { readonly use: RateUse; readonly answeredAt: number }[] = [];
        const arrivals: { readonly at: number; readonly weight: number }[] = [];
        let now = 0;
        for (const gap of gaps) {
          const { answerMs, arrival, ...next } = calls.next().value;
          const weight = Math.min(most, next.weight);
          const begunBy = now + gap + window.delayMs(weight, now + gap);
          underWay.sort((one, other) => one.answeredAt - other.answeredAt);
          while (underWay[0] !== undefined && underWay[0].answeredAt <= begunBy) {
            const ended = underWay.shift();
            if (ended !== undefined) window.end(ended.use, ended.answeredAt);
          }
          now = begunBy;
          expect(window.delayMs(weight, now)).toBeLessThan(1e-6);
          const use = window.begin(weight, now);
          underWay.push({ use, answeredAt: now + answerMs });
          arrivals.push({ at: now + arrival * Math.min(answerMs, 100), weight });
        }
        for (const { at } of arrivals) {
          // A hair less than the window: what arrives exactly when it is over is outside of it.
          const inWindow = arrivals.filter((other) => other.at >= at && other.at < at + 1_000 - 1e-6);
          expect(inWindow.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it.each([1, 7, 100, 1_000])('lets at least 98 of 100 begin of what a limit of %d allows', (limit) => {
    const window = new RateWindow({ limit, name: 'perSecond', windowMs: 1_000, isSpread: true });
    let now = 0;
    let begun = 0;
    for (; now < 100_000; begun += 1) {
      // Timers are of whole milliseconds.
      now += Math.ceil(window.delayMs(1, now));
      window.end(window.begin(1, now), now);
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
      window.end(window.begin(1, at), at);
    }
    expect(window.delayMs(1, 2_000_000)).toBe(84_400_000);
    expect(window.delayMs(1, 2_000_000, 1)).toBe(85_400_000);
    expect(window.delayMs(1, 86_400_000)).toBe(0);
  });

  it('counts a call until a window after its answer, or after the longest way where that takes longer', () => {
    const second = { name: 'perSecond', limit: 1, windowMs: 1_000, isSpread: false };
    const answered = new RateWindow(second);
    answered.end(answered.begin(1, 0), 30);
    expect(answered.delayMs(1, 500)).toBe(530);
    const slow = new RateWindow(second);
    const use = slow.begin(1, 0);
    expect(slow.delayMs(1, 500)).toBe(600);
    slow.end(use, 700);
    expect(slow.delayMs(1, 700)).toBe(400);
  });
});
