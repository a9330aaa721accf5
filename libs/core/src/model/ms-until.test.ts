import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { msUntil, msUntilNext } from './milliseconds.js';

const DAY_MS = 86_400_000;

describe('msUntil', () => {
  it('gives back the length that was added to any time', () => {
    const elapsed = fc.double({ min: 0, max: 365 * DAY_MS, noNaN: true });
    fc.assert(
      fc.property(elapsed, fc.integer({ min: 0, max: DAY_MS }), (now, ms) => {
        expect(msUntil(now + ms, now)).toBe(ms);
      }),
    );
  });

  it('rounds up, and is 0 for what has passed', () => {
    expect([msUntil(10.2, 8), msUntil(8, 8), msUntil(7, 8), msUntil(-Infinity, 8)]).toEqual([3, 0, 0, 0]);
  });
});

describe('msUntilNext', () => {
  it('is null if there is no next time', () => {
    expect([msUntilNext(10, 8), msUntilNext(Infinity, 8)]).toEqual([2, null]);
  });
});
