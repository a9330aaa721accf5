import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Arrivals } from './arrivals.js';

/** Calls that began at one moment and arrived at another, in milliseconds. */
function arrivals(calls: readonly (readonly [begunAt: number, at: number])[]): Arrivals {
  const time = vi.spyOn(process.hrtime, 'bigint');
  onTestFinished(() => time.mockRestore());
  const noted = new Arrivals();
  for (const [begunAt, at] of calls) {
    time.mockReturnValue(BigInt(Math.round(at * 1_000_000)));
    noted.note(begunAt);
  }
  return noted;
}

describe('Arrivals', () => {
  it.each([
    { at: [], most: 0 },
    { at: [0, 999.9, 1_000], most: 2 },
    { at: [0, 500, 900, 1_400, 1_499, 1_501], most: 4 },
  ])('counts $most within any second of $at', ({ at, most }) => {
    const calls = arrivals(at.map((moment) => [moment, moment]));
    expect([calls.mostInASecond(), calls.mostBegunInASecond(), calls.count]).toEqual([most, most, at.length]);
  });

  it('tells what was late from what was not', () => {
    // Three calls, half a second apart. The first takes more than a second.
    const calls = arrivals([
      [500, 550],
      [0, 1_020],
      [1_000, 1_030],
    ]);
    expect(calls.mostInASecond()).toBe(3);
    expect(calls.mostOnTimeInASecond()).toBe(2);
    expect(calls.mostBegunInASecond()).toBe(2);
    expect(calls.longestWayMs()).toBe(1_020);
  });
});
