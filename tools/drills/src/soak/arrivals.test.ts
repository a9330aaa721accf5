import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Arrivals } from './arrivals.js';

describe('Arrivals', () => {
  it.each([
    { at: [], most: 0 },
    { at: [0, 999.9, 1_000], most: 2 },
    { at: [0, 500, 900, 1_400, 1_499, 1_501], most: 4 },
  ])('counts $most within any second of $at', ({ at, most }) => {
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    const arrivals = new Arrivals();
    for (const time of at) {
      now.mockReturnValue(time);
      arrivals.note();
    }
    expect([arrivals.mostInASecond(), arrivals.count]).toEqual([most, at.length]);
  });
});
