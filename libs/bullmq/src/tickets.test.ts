import { ManualClock, newTaskId } from '@dialproof/core';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  clientOfTest,
  describeOnRedis,
  prefixOfTest,
  REDIS_URL,
} from '../../../tools/tests/services/redis.fixture.js';
import { NOTHING, SharedPile, trialQueue } from './trial-queue.fixture.js';

const NEVER_MS = 3_600_000;
const PATIENCE = { timeout: 200_000, interval: 20 };

function queueInRedis(prefix: string): Queue {
  const queue = new Queue('work', { connection: clientOfTest(), prefix, skipMetasUpdate: true });
  onTestFinished(() => queue.close());
  return queue;
}

/** Waits until every ticket is used. */
async function untilUsed(looking: Queue): Promise<void> {
  await vi.waitFor(
    async () => expect(await looking.getJobCountByTypes('waiting', 'active')).toBe(0),
    PATIENCE,
  );
}

/** The size of the keys with this prefix, in bytes. */
async function memoryOf(prefix: string): Promise<number> {
  const client = clientOfTest();
  let bytes = 0;
  for (const key of await client.keys(`${prefix}:*`)) bytes += Number(await client.memory('USAGE', key));
  return bytes;
}

describeOnRedis('tickets in Redis', () => {
  it('reach the free calls of all processes, as many as there are pieces of work', async () => {
    const prefix = prefixOfTest();
    const pile = new SharedPile();
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    pile.piece = () => gate;
    const queues = [1, 2, 3].map((process) => {
      const { queue } = trialQueue({ connection: REDIS_URL, prefix, concurrency: 4, sweepMs: NEVER_MS });
      return queue.start(pile.workOf(process)).then(() => queue);
    });
    const [first] = await Promise.all(queues);
    await expect.poll(() => pile.allCalls).toBe(3);
    await untilUsed(queueInRedis(prefix));
    pile.pieces = 12;
    await first?.wake(newTaskId());
    await expect.poll(() => pile.pieces).toBe(0);
    open();
    await expect.poll(() => pile.done.slice(1)).toEqual([4, 4, 4]);
  });

  it('are few, however many wakes there are, and none is left', async () => {
    const prefix = prefixOfTest();
    const looking = queueInRedis(prefix);
    const options = { connection: REDIS_URL, prefix, concurrency: 0, maxTickets: 5 };
    const waking = trialQueue(options).queue;
    await waking.start(async () => NOTHING);
    // The first wakes may come before there is a connection.
    await vi.waitFor(async () => {
      await waking.wake(newTaskId());
      expect(await looking.getWaitingCount()).toBe(5);
    }, PATIENCE);
    await Promise.all(Array.from({ length: 2_000 }, () => waking.wake(newTaskId())));
    expect(await looking.getWaitingCount()).toBe(5);
    expect(new Set((await looking.getWaiting()).map(({ name }) => name))).toEqual(new Set(['wake']));

    const pile = new SharedPile();
    const working = trialQueue({ ...options, concurrency: 2, sweepMs: NEVER_MS }).queue;
    await working.start(pile.workOf(1));
    await vi.waitFor(
      async () =>
        expect(await looking.getJobCounts('waiting', 'active', 'delayed', 'completed', 'failed')).toEqual({
          waiting: 0,
          active: 0,
          delayed: 0,
          completed: 0,
          failed: 0,
        }),
      PATIENCE,
    );
    expect(pile.allCalls).toBeLessThanOrEqual(6);
  });

  it('and its own polls bring a process to its number of calls at once, and never beyond', async () => {
    const prefix = prefixOfTest();
    const pile = new SharedPile();
    const clock = new ManualClock();
    const SWEEP_MS = 100;
    let open = () => {};
    const areThree = new Promise<void>((resolve) => {
      open = resolve;
    });
    let running = 0;
    const seen: number[] = [];
    pile.piece = async () => {
      running += 1;
      seen.push(running);
      if (running === 3) open();
      await areThree;
      await new Promise(setImmediate);
      running -= 1;
    };
    const { queue } = trialQueue({
      connection: REDIS_URL,
      prefix,
      concurrency: 3,
      sweepMs: SWEEP_MS,
      clock,
    });
    await queue.start(pile.workOf(1));
    for (let round = 1; round <= 20; round += 1) {
      pile.pieces = 20;
      await queue.wake(newTaskId());
      await vi.waitFor(() => {
        // Time passes: its own polls run while calls of the wake end.
        clock.advance(SWEEP_MS);
        expect(pile.allDone).toBe(round * 20);
      }, PATIENCE);
    }
    expect(Math.max(...seen)).toBe(3);
  });

  it('that are due later are one for all calls that found nothing', async () => {
    const prefix = prefixOfTest();
    const looking = queueInRedis(prefix);
    const clock = new ManualClock();
    let calls = 0;
    for (let process = 0; process < 3; process += 1) {
      const { queue } = trialQueue({ connection: REDIS_URL, prefix, sweepMs: NEVER_MS, clock });
      await queue.start(async () => {
        calls += 1;
        return { did: 'nothing', retryAfterMs: 60_000 };
      });
      await vi.waitFor(async () => {
        await queue.wake(newTaskId());
        expect(calls).toBeGreaterThan(20 * process);
      }, PATIENCE);
    }
    await expect.poll(() => looking.getActiveCount()).toBe(0);
    expect(await looking.getDelayedCount()).toBe(1);
  });

  it('leave little in Redis: the same after 500 of them as after 2,500', async () => {
    const prefix = prefixOfTest();
    const pile = new SharedPile();
    const { queue } = trialQueue({ connection: REDIS_URL, prefix, concurrency: 1, sweepMs: NEVER_MS });
    await queue.start(pile.workOf(1));
    const tickets = async (count: number): Promise<number> => {
      const looking = queueInRedis(prefix);
      for (let added = 0; added < count; added += 500) {
        await looking.addBulk(
          Array.from({ length: 500 }, () => ({
            name: 'wake',
            data: {},
            opts: { removeOnComplete: true, removeOnFail: true },
          })),
        );
      }
      await untilUsed(looking);
      return memoryOf(prefix);
    };
    const before = await tickets(500);
    const after = await tickets(2_000);
    console.info(`${before} bytes in Redis after 500 tickets, ${after} after 2,500`);
    expect(after).toBeLessThan(before * 2);
    expect(after).toBeLessThan(50_000);
  });

  it('are handed over by a stop that interrupts a call', async () => {
    const prefix = prefixOfTest();
    const options = { connection: REDIS_URL, prefix, concurrency: 2, sweepMs: NEVER_MS };
    const looking = queueInRedis(prefix);
    const stopping = trialQueue({ ...options, concurrency: 1, maxTickets: 1 }).queue;
    let isRunning = false;
    await stopping.start(async (signal) => {
      isRunning = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { did: 'nothing', retryAfterMs: 0 };
    });
    await expect.poll(() => isRunning).toBe(true);
    // It can hand nothing over before it is connected. Its own worker takes the ticket, which waits for the call.
    await vi.waitFor(async () => {
      await stopping.wake(newTaskId());
      expect(await looking.getActiveCount()).toBe(1);
    }, PATIENCE);
    const pile = new SharedPile();
    await trialQueue(options).queue.start(pile.workOf(1));
    await expect.poll(() => looking.getWaitingCount()).toBe(0);
    await expect.poll(() => pile.allCalls).toBeGreaterThan(0);
    pile.pieces = 1;
    await stopping.stop();
    await expect.poll(() => pile.allDone).toBe(1);
  });
});
