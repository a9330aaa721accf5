import { describe, expect, it } from 'vitest';
import { LONGEST_TIMER_MS, millisecondsOption } from './milliseconds.js';

describe('millisecondsOption', () => {
  it('takes what a timer can wait', () => {
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
