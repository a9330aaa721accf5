import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../memory/manual-clock.js';
import { Pace } from './pace.js';

function paceOf(ends: number): { readonly clock: ManualClock; readonly pace: Pace } {
  const clock = new ManualClock();
  const pace = new Pace(clock);
  for (let count = 0; count < ends; count += 1) {
    pace.noteBegin(1);
    pace.noteEnd();
  }
  return { clock, pace };
}

describe('the pace of work', () => {
  it('has no room before anything has ended', () => {
    expect(paceOf(0).pace.room).toBe(0);
  });

  it('has room for as many as have ended within the last 100 milliseconds', () => {
    const { clock, pace } = paceOf(3);
    clock.advance(60);
    pace.noteBegin(1);
    pace.noteEnd();
    expect(pace.room).toBe(4);
    clock.advance(40);
    expect(pace.room).toBe(4);
    clock.advance(1);
    expect(pace.room).toBe(1);
    clock.advance(60);
    expect(pace.room).toBe(0);
  });

  it('leaves out of it what is under way', () => {
    const { pace } = paceOf(3);
    pace.noteBegin(2);
    expect(pace.room).toBe(1);
    pace.noteBegin(2);
    expect(pace.room).toBe(0);
  });

  it('gets nothing from what is given back', () => {
    const { pace } = paceOf(3);
    pace.noteBegin(2);
    pace.noteGivenBack();
    expect(pace.room).toBe(2);
    pace.noteGivenBack();
    expect(pace.room).toBe(3);
  });

  it('has room for 64 at most', () => {
    expect(paceOf(1_000).pace.room).toBe(64);
  });
});
