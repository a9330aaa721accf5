import { describe, expect, it } from 'vitest';
import { pauseAfter } from './deliver.js';

const HOUR_MS = 3_600_000;

describe('the pause before the next try', () => {
  it('grows from five seconds to a day, and then ends', () => {
    const pauses = Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1, null, 0.5));
    expect(pauses).toEqual([
      ...[5_000, 300_000, 1_800_000],
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
      ...[null, null],
    ]);
  });

  it('is a tenth shorter or longer by chance', () => {
    expect([0, 0.25, 1].map((random) => pauseAfter(1, null, random))).toEqual([4_500, 4_750, 5_500]);
  });

  it('is as long as the receiver asks, never shorter than its own nor longer than a day', () => {
    expect(pauseAfter(1, 60_000, 0.5)).toBe(60_000);
    expect(pauseAfter(2, 60_000, 0.5)).toBe(300_000);
    expect(pauseAfter(1, 1e12, 0.5)).toBe(24 * HOUR_MS);
    expect(pauseAfter(10, 60_000, 0.5)).toBe(null);
  });
});
