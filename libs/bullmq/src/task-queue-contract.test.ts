import { setTimeout as delay } from 'node:timers/promises';
import { ManualClock } from '@dialproof/core';
import { type TaskQueueSubject, taskQueueContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { freePort } from '../../../tools/tests/services/own-redis.fixture.js';
import { describeOnRedis, prefixOfTest, REDIS_URL } from '../../../tools/tests/services/redis.fixture.js';
import { BullMqTaskQueue, type BullMqTaskQueueOptions } from './index.js';

function subjectWith(
  options: BullMqTaskQueueOptions,
  advance: TaskQueueSubject['advance'],
): TaskQueueSubject {
  const queue = new BullMqTaskQueue({ onError: () => undefined, ...options });
  return { queue, advance, close: () => queue.stop() };
}

describeOnRedis('BullMqTaskQueue', () => {
  for (const concurrency of [2, 8]) {
    describe(`with ${concurrency} calls at once`, () => {
      taskQueueContract({ describe, it }, async () =>
        subjectWith(
          { connection: REDIS_URL, prefix: prefixOfTest(), concurrency, sweepMs: 3_600_000 },
          async (ms) => void (await delay(ms)),
        ),
      );
    });
  }
});

describe('BullMqTaskQueue without Redis', () => {
  taskQueueContract({ describe, it }, async () => {
    const clock = new ManualClock();
    const connection = `redis://127.0.0.1:${await freePort()}`;
    return subjectWith({ connection, clock, sweepMs: 3_600_000 }, async (ms) => clock.advance(ms));
  });
});
