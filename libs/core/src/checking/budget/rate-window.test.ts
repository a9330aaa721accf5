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
          // Slightly less than the window: a call that arrives exactly at its end is outside.
          const inWindow = arrivals.filter((other) => other.at >= at && other.at < at + 1_000 - 1e-6);
          expect(inWindow.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it.each([1, 7, 100, 1_000])(
    'lets at least 98 percent of the calls begin that a limit of %d allows',
    (limit) => {
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
    },
  );

  it('spreads calls over the window', () => {
    const window = new RateWindow({ limit: 10, name: 'perSecond', windowMs: 1_000, isSpread: true });
    window.begin(1, 0);
    expect(window.delayMs(1, 0)).toBeGreaterThan(80);
    expect(window.delayMs(1, 0, 4)).toBeGreaterThan(480);
  });

  it('lets all begin at once if it does not spread them, and computes when the next may begin', () => {
    const window = new RateWindow({ limit: 3, name: 'perDay', windowMs: 86_400_000, isSpread: false });
    for (const at of [0, 1_000_000, 2_000_000]) {
      expect(window.delayMs(1, at)).toBe(0);
      window.end(window.begin(1, at), at);
    }
    expect(window.delayMs(1, 2_000_000)).toBe(84_400_000);
    expect(window.delayMs(1, 2_000_000, 1)).toBe(85_400_000);
    expect(window.delayMs(1, 86_400_000)).toBe(0);
  });

  it('counts a call until a window after its answer, or after the longest travel time if the answer takes longer', () => {
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

  it('counts an abandoned call until a window after its latest arrival', () => {
    const window = new RateWindow({ name: 'perSecond', limit: 1, windowMs: 1_000, isSpread: false });
    window.begin(1, 100_000);
    expect(window.delayMs(1, 100_200)).toBe(900);
  });

  it.each([
    { upstream: 'takes 50 ms', slowMs: 50, slowOf: 1, least: 95 },
    { upstream: 'takes 200 ms', slowMs: 200, slowOf: 1, least: 90 },
    { upstream: 'takes 3 seconds', slowMs: 3_000, slowOf: 1, least: 90 },
    { upstream: 'takes 3 seconds for one call of five', slowMs: 3_000, slowOf: 5, least: 95 },
    { upstream: 'takes 3 seconds for one call of fifty', slowMs: 3_000, slowOf: 50, least: 95 },
  ])('lets at least $least of 100 begin if the upstream $upstream', ({ least, slowMs, slowOf }) => {
    const arrivals = begunIn10Seconds(100, (call) => (call % slowOf === 0 ? slowMs : 20));
    expect(arrivals.length).toBeGreaterThanOrEqual(10 * least);
    expect(mostInASecond(arrivals)).toBeLessThanOrEqual(100);
  });
});

/** The starts of the calls that the window allows in ten seconds. Calls arrive at once, and are answered after `answerMsOf`. */
function begunIn10Seconds(limit: number, answerMsOf: (call: number) => number): readonly number[] {
  const window = new RateWindow({ limit, name: 'perSecond', windowMs: 1_000, isSpread: true });
  const underWay: { readonly use: RateUse; readonly answeredAt: number }[] = [];
  const starts: number[] = [];
  for (let now = 0; now < 10_000; now += 1) {
    underWay.sort((one, other) => one.answeredAt - other.answeredAt);
    while (underWay[0] !== undefined && underWay[0].answeredAt <= now) {
      const ended = underWay.shift();
      if (ended !== undefined) window.end(ended.use, ended.answeredAt);
    }
    while (window.delayMs(1, now) === 0) {
      underWay.push({ use: window.begin(1, now), answeredAt: now + answerMsOf(starts.length) });
      starts.push(now);
    }
  }
  return starts;
}

function mostInASecond(arrivals: readonly number[]): number {
  const counts = arrivals.map((at) => arrivals.filter((other) => other >= at && other < at + 1_000).length);
  return Math.max(...counts);
}
