import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../memory/manual-clock.js';
import { Pace } from './claims.js';

function paceOf(ends: number): { readonly clock: ManualClock; readonly pace: Pace } {
  const clock = new ManualClock();
  const pace = new Pace(clock);
  for (let count = 0; count < ends; count += 1) pace.noteEnd();
  return { clock, pace };
}

describe('the pace of work', () => {
  it('is 0 before anything has ended', () => {
    expect(paceOf(0).pace.recentEnds).toBe(0);
  });

  it('counts what has ended within the last 100 milliseconds', () => {
    const { clock, pace } = paceOf(3);
    clock.advance(60);
    pace.noteEnd();
    expect(pace.recentEnds).toBe(4);
    clock.advance(40);
    expect(pace.recentEnds).toBe(4);
    clock.advance(1);
    expect(pace.recentEnds).toBe(1);
    clock.advance(60);
    expect(pace.recentEnds).toBe(0);
  });

  it('is 64 at most', () => {
    expect(paceOf(1_000).pace.recentEnds).toBe(64);
  });
});
