import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { CheckSlots } from './check-slots.js';

setFlagsFromString('--expose-gc');
// What the flag adds is a function of this form.
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Takes and frees a slot over and over, as a lane of checks does. */
async function takeAndFree(slots: CheckSlots, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await slots.take();
    slots.free();
  }
}

describe('slots for checks', () => {
  it('are served first come, first served', async () => {
    const slots = new CheckSlots(1);
    const served: number[] = [];
    await slots.take();
    const waiting = [1, 2, 3, 4, 5].map(async (turn) => {
      await slots.take();
      served.push(turn);
      slots.free();
    });
    slots.free();
    await Promise.all(waiting);
    expect(served).toEqual([1, 2, 3, 4, 5]);
    expect(slots.take()).toBeUndefined();
    expect(slots.take()).toBeInstanceOf(Promise);
  });

  it('keep nothing of those that were served, also while somebody always waits', async () => {
    const slots = new CheckSlots(1);
    const lanes = [1, 2, 3].map(() => takeAndFree(slots, 100_000));
    const before = heapBytes();
    await takeAndFree(slots, 90_000);
    expect(heapBytes() - before).toBeLessThan(4_000_000);
    await Promise.all(lanes);
  });
});
