import { newTaskId } from '@dialproof/core';
import { describe, expect, it, vi } from 'vitest';
import { describeOnOwnRedis, freePort, OwnRedis } from '../../../tools/tests/services/own-redis.fixture.js';
import { NOTHING, SharedPile, trialQueue } from './trial-queue.fixture.js';

const NEVER_MS = 3_600_000;
const PATIENCE = { timeout: 200_000, interval: 20 };

describe('a Redis that cannot be reached', () => {
  it('delays no start, wake or stop, and is reported once for each cause', async () => {
    const connection = `redis://127.0.0.1:${await freePort()}`;
    const { failures, queue } = trialQueue({ connection });
    const pile = new SharedPile();
    await queue.start(pile.workOf(1));
    pile.pieces = 20;
    for (let wakes = 0; wakes < 1_000; wakes += 1) await queue.wake(newTaskId());
    await expect.poll(() => pile.allDone).toBe(20);
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    expect(failures[0]).toMatchObject({ kind: 'queue_failed', count: 1 });
    expect(failures.filter(({ count }) => count === 1)).toHaveLength(
      new Set(failures.map((failure) => String(failure.cause))).size,
    );
    await queue.stop();
  });
});

describeOnOwnRedis('a Redis', () => {
  it('that was flushed forgets tickets, and the sweep of each process finds the work', async () => {
    const redis = await OwnRedis.start();
    const pile = new SharedPile();
    const { queue, failures } = trialQueue({ connection: redis.url, sweepMs: 300 });
    await queue.start(pile.workOf(1));
    await expect.poll(() => pile.allCalls).toBeGreaterThan(0);
    for (let flush = 1; flush <= 3; flush += 1) {
      pile.pieces = 30;
      await queue.wake(newTaskId());
      await redis.command('flushall');
      await expect.poll(() => pile.allDone).toBe(flush * 30);
    }
    // A loaded machine may be slow to answer, which is reported, and has nothing to do with the flush.
    const causes = failures.map(({ message }) => message);
    expect(causes.filter((message) => !message.includes('did not answer within'))).toEqual([]);
  });

  it('that was flushed takes tickets again', async () => {
    const redis = await OwnRedis.start();
    const pile = new SharedPile();
    const { queue } = trialQueue({ connection: redis.url, sweepMs: NEVER_MS });
    await queue.start(pile.workOf(1));
    await expect.poll(() => pile.allCalls).toBeGreaterThan(0);
    await redis.command('flushall');
    pile.pieces = 30;
    await queue.wake(newTaskId());
    await expect.poll(() => pile.allDone).toBe(30);
  });

  it('that dies and starts again empty holds no work up, and takes tickets again', async () => {
    const redis = await OwnRedis.start();
    const pile = new SharedPile();
    const options = { connection: redis.url, sweepMs: NEVER_MS };
    const waking = trialQueue({ ...options, concurrency: 0 }).queue;
    await waking.start(async () => NOTHING);
    const { failures, queue } = trialQueue({ ...options, lockMs: 1_000 });
    await queue.start(pile.workOf(1));
    await expect.poll(() => pile.allCalls).toBeGreaterThan(0);

    await redis.kill();
    pile.pieces = 40;
    await vi.waitFor(async () => {
      await queue.wake(newTaskId());
      expect(pile.allDone).toBe(40);
    }, PATIENCE);
    await expect.poll(() => failures.length).toBeGreaterThan(0);

    await redis.startAgain();
    pile.pieces = 40;
    // From another process, so only tickets can announce it.
    await vi.waitFor(async () => {
      await waking.wake(newTaskId());
      expect(pile.allDone).toBe(80);
    }, PATIENCE);
  });

  it('that does not answer holds a wake up for less than the second that the service waits', async () => {
    const redis = await OwnRedis.start();
    const pile = new SharedPile();
    const waking = trialQueue({ connection: redis.url, concurrency: 0 }).queue;
    await waking.start(async () => NOTHING);
    const { failures, queue } = trialQueue({ connection: redis.url, sweepMs: NEVER_MS });
    await queue.start(pile.workOf(1));
    await expect.poll(() => pile.allCalls).toBeGreaterThan(0);
    pile.pieces = 10;
    // Only tickets announce work of another process, once there is a connection.
    await vi.waitFor(async () => {
      await waking.wake(newTaskId());
      expect(pile.allDone).toBe(10);
    }, PATIENCE);
    redis.signal('SIGSTOP');
    pile.pieces = 20;
    await queue.wake(newTaskId());
    await expect.poll(() => pile.allDone).toBe(30);
    // On a loaded machine, more than this call may have waited.
    expect(failures[0]).toMatchObject({ cause: { message: 'Redis did not answer within 500 ms' } });
    redis.signal('SIGCONT');
    pile.pieces = 20;
    await vi.waitFor(async () => {
      await queue.wake(newTaskId());
      expect(pile.allDone).toBe(50);
    }, PATIENCE);
  });
});
