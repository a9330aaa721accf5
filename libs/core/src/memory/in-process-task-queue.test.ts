import { describe, expect, it } from 'vitest';
import { newTaskId } from '../ports/entropy.js';
import type { WorkOutcome } from '../ports/task-queue.js';
import { InProcessTaskQueue } from './in-process-task-queue.js';
import { ManualClock } from './manual-clock.js';

const WORK: WorkOutcome = { did: 'work', taskId: newTaskId() };
const NOTHING: WorkOutcome = { did: 'nothing', retryAfterMs: null };

/** Lets everything run that waits only for promises. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

describe('InProcessTaskQueue', () => {
  it('calls once when there is nothing to do, and then pauses for maxIdleMs', async () => {
    const clock = new ManualClock();
    const queue = new InProcessTaskQueue({ clock, maxIdleMs: 5_000 });
    let calls = 0;
    await queue.start(async () => {
      calls += 1;
      return NOTHING;
    });
    await settle();
    expect(calls).toBe(1);
    clock.advance(4_999);
    await settle();
    expect(calls).toBe(1);
    for (const expected of [2, 3, 4]) {
      clock.advance(5_000);
      await settle();
      expect(calls).toBe(expected);
    }
    await queue.stop();
    expect(clock.pending).toBe(0);
  });

  it('calls again after retryAfterMs and not before', async () => {
    const clock = new ManualClock();
    const queue = new InProcessTaskQueue({ clock });
    const start = clock.now();
    const calledAfter: number[] = [];
    await queue.start(async () => {
      calledAfter.push(clock.now() - start);
      return { did: 'nothing', retryAfterMs: calledAfter.length < 3 ? 700 : null };
    });
    await settle();
    for (let step = 0; step < 300; step += 1) {
      clock.advance(10);
      await settle();
    }
    expect(calledAfter).toEqual([0, 700, 1_400]);
    await queue.stop();
  });

  it.each([0, -1_000])('does not spin on a retryAfterMs of %s', async (retryAfterMs) => {
    const clock = new ManualClock();
    const queue = new InProcessTaskQueue({ clock });
    let calls = 0;
    await queue.start(async () => {
      calls += 1;
      return { did: 'nothing', retryAfterMs };
    });
    await settle();
    expect(calls).toBe(1);
    await queue.stop();
  });

  it('finds work within maxIdleMs that was added without a wake while every other call is busy', async () => {
    const clock = new ManualClock();
    const queue = new InProcessTaskQueue({ clock, maxIdleMs: 1_000 });
    let calls = 0;
    let release = () => {};
    const busy = new Promise<void>((resolve) => {
      release = resolve;
    });
    await queue.start(async () => {
      calls += 1;
      if (calls > 1) return NOTHING;
      await busy;
      return NOTHING;
    });
    clock.advance(1_000);
    await settle();
    expect(calls).toBe(2);
    release();
    await queue.stop();
  });

  it.each([1, 3, 8])(
    'never runs more than %i calls at once, and as many while there is work',
    async (most) => {
      const queue = new InProcessTaskQueue({ clock: new ManualClock(), concurrency: most });
      let waiting = 200;
      let running = 0;
      const seen: number[] = [];
      await queue.start(async () => {
        if (waiting === 0) return NOTHING;
        waiting -= 1;
        running += 1;
        seen.push(running);
        await new Promise(setImmediate);
        running -= 1;
        return WORK;
      });
      while (waiting > 0 || running > 0) await settle();
      expect(Math.max(...seen)).toBe(most);
      const full = seen.filter((count) => count === most).length;
      expect(full).toBeGreaterThanOrEqual(Math.floor((200 - 2 * most) / most));
      await queue.stop();
    },
  );

  it('makes at most twice as many calls in vain as calls at once', async () => {
    const queue = new InProcessTaskQueue({ clock: new ManualClock() });
    let waiting = 500;
    let calls = 0;
    await queue.start(async () => {
      calls += 1;
      if (waiting === 0) return NOTHING;
      waiting -= 1;
      await new Promise(setImmediate);
      return WORK;
    });
    while (waiting > 0) await settle();
    await settle();
    expect(calls).toBeLessThanOrEqual(500 + 16);
    await queue.stop();
  });

  it('makes another call as soon as one has found work that takes long', async () => {
    const queue = new InProcessTaskQueue({ clock: new ManualClock() });
    const ended: (() => void)[] = [];
    await queue.start(async (_signal, onBegun) => {
      if (ended.length === 2) return NOTHING;
      const end = new Promise<void>((resolve) => ended.push(resolve));
      onBegun?.();
      await end;
      return WORK;
    });
    await settle();
    expect(ended).toHaveLength(2);
    for (const end of ended) end();
    await queue.stop();
  });

  it('starts one call for many wakes while all are busy', async () => {
    const queue = new InProcessTaskQueue({ clock: new ManualClock(), concurrency: 1 });
    let calls = 0;
    let release = () => {};
    const busy = new Promise<void>((resolve) => {
      release = resolve;
    });
    await queue.start(async () => {
      calls += 1;
      await busy;
      return NOTHING;
    });
    for (let wakes = 0; wakes < 100; wakes += 1) await queue.wake(newTaskId());
    expect(calls).toBe(1);
    release();
    await settle();
    expect(calls).toBe(2);
    await queue.stop();
  });

  it('tries again after retryDelayMs when a call rejects', async () => {
    const clock = new ManualClock();
    const queue = new InProcessTaskQueue({ clock, retryDelayMs: 250 });
    let calls = 0;
    await queue.start(async () => {
      calls += 1;
      if (calls === 1) throw new Error('the store is down');
      return NOTHING;
    });
    await settle();
    clock.advance(249);
    await settle();
    expect(calls).toBe(1);
    clock.advance(1);
    await settle();
    expect(calls).toBe(2);
    await queue.stop();
  });

  it('stops although a call that it interrupts rejects, and calls no more', async () => {
    const clock = new ManualClock();
    const queue = new InProcessTaskQueue({ clock });
    let calls = 0;
    await queue.start(async (signal) => {
      calls += 1;
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return NOTHING;
    });
    await settle();
    await queue.stop();
    clock.advance(60_000);
    await settle();
    expect(calls).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('waits for the given time, whatever happens to the wall clock meanwhile', async () => {
    const clock = new ManualClock();
    const queue = new InProcessTaskQueue({ clock });
    let calls = 0;
    await queue.start(async () => {
      calls += 1;
      return { did: 'nothing', retryAfterMs: 700 };
    });
    await settle();
    for (const jumpMs of [-3_600_000, 3_600_000]) {
      const before = calls;
      clock.set(clock.now() + jumpMs);
      clock.advance(699);
      await settle();
      expect(calls).toBe(before);
      clock.advance(1);
      await settle();
      expect(calls).toBe(before + 1);
    }
    await queue.stop();
  });

  it('starts again after a stop', async () => {
    const queue = new InProcessTaskQueue({ clock: new ManualClock() });
    const called: string[] = [];
    for (const name of ['first', 'second']) {
      await queue.start(async () => {
        called.push(name);
        return NOTHING;
      });
      await settle();
      await queue.stop();
    }
    expect(called).toEqual(['first', 'second']);
  });

  it.each([
    [{ concurrency: 0 }, RangeError],
    [{ concurrency: 1.5 }, RangeError],
    [{ retryDelayMs: 0 }, TypeError],
    [{ maxIdleMs: -1 }, TypeError],
    [{ maxIdleMs: 2 ** 31 }, TypeError],
    [{ maxIdleMs: Number.POSITIVE_INFINITY }, TypeError],
  ])('refuses %j', (options, expected) => {
    expect(() => new InProcessTaskQueue(options)).toThrow(expected);
  });
});
