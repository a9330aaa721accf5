import { expect, it } from 'vitest';
import { ManualClock } from './manual-clock.js';

it('shows whole milliseconds, also when a callback was due between two', () => {
  const clock = new ManualClock(1_000);
  const seen: number[] = [];
  clock.schedule(0.6, () => seen.push(clock.now(), clock.elapsed()));
  clock.advance(1.5);
  expect([...seen, clock.now(), clock.elapsed()]).toEqual([1_000, 0.6, 1_001, 1.5]);
});
