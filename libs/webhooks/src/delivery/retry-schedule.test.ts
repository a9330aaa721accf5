import { describe, expect, it } from 'vitest';
import { pauseAfter, readRetryAfter } from './retry-schedule.js';

const NOW = Date.UTC(2026, 10, 20, 12);
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

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['2026', 2_026_000],
    ['soon', null],
    ['', null],
    ['9'.repeat(40), null],
    [undefined, null],
  ])('is read: %s', (header, ms) => {
    expect(readRetryAfter(header, NOW)).toBe(ms);
  });
});
