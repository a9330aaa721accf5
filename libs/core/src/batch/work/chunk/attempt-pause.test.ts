import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemEntropy } from '../../../ports/entropy.js';
import { attemptPauseMs } from './open-numbers.js';

describe('the pause before another attempt', () => {
  it('grows fourfold from three seconds, up to five minutes', () => {
    const pauses = [1, 2, 3, 4, 5, 100, 2_000].map((failures) =>
      attemptPauseMs(failures, 0, { fraction: () => 0.5 }),
    );
    expect(pauses).toEqual([3_000, 12_000, 48_000, 192_000, 300_000, 300_000, 300_000]);
  });

  it('is longer or shorter by at most a quarter, by chance', () => {
    expect(attemptPauseMs(1, 0, { fraction: () => 0 })).toBe(2_250);
    expect(attemptPauseMs(1, 0, { fraction: () => 1 })).toBe(3_750);
    const pauses = new Set(Array.from({ length: 20 }, () => attemptPauseMs(3, 0, systemEntropy)));
    expect(pauses.size).toBeGreaterThan(1);
  });

  it('is never shorter than the upstream asks for, and a whole number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 127 }),
        fc.double({ min: 0, max: 3_600_000, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, askedMs, chance) => {
          const pauseMs = attemptPauseMs(failures, askedMs, { fraction: () => chance });
          expect(Number.isInteger(pauseMs)).toBe(true);
          expect(pauseMs).toBeGreaterThanOrEqual(Math.max(2_250, askedMs));
          expect(pauseMs).toBeLessThanOrEqual(Math.max(375_000, Math.ceil(askedMs)));
        },
      ),
    );
  });
});
