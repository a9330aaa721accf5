import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_TIMER_MS, millisecondsOption, msUntil, msUntilNext, retryAfterMs } from './options.js';

describe('millisecondsOption', () => {
  it('accepts any delay of a timer', () => {
    expect([1, LONGEST_TIMER_MS].map((value) => millisecondsOption('waitMs', value))).toEqual([
      1, 2_147_483_647,
    ]);
    expect(millisecondsOption('keepMs', 0, { least: 0 })).toBe(0);
    expect(millisecondsOption('keepMs', 2 ** 40, { most: 2 ** 41 })).toBe(2 ** 40);
  });

  it.each([0, -1, 1.5, LONGEST_TIMER_MS + 1, Number.NaN, Number.POSITIVE_INFINITY, '5', null, undefined])(
    'refuses %s with a TypeError that names the option',
    (value) => {
      const read = () => millisecondsOption('waitMs', value);
      expect(read).toThrow(TypeError);
      expect(read).toThrow(
        `option waitMs must be a whole number of milliseconds from 1 to 2147483647, not ${String(value)}`,
      );
    },
  );
});

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

  it('rounds up, and is 0 for a past time', () => {
    expect([msUntil(10.2, 8), msUntil(8, 8), msUntil(7, 8), msUntil(-Infinity, 8)]).toEqual([3, 0, 0, 0]);
  });
});

describe('msUntilNext', () => {
  it('is null if there is no next time', () => {
    expect([msUntilNext(10, 8), msUntilNext(Infinity, 8)]).toEqual([2, null]);
  });
});

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sun, 22 Nov 2026 10:01:00 GMT', 60_000],
    ['Sunday, 22-Nov-26 10:01:00 GMT', 60_000],
    ['Sun Nov 22 10:01:00 2026 GMT', 60_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e9', undefined],
    ['9'.repeat(40), undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('reads %o as %o', (header, expected) => {
    expect(retryAfterMs(header, Date.parse('2026-11-22T10:00:00Z'))).toBe(expected);
  });
});
