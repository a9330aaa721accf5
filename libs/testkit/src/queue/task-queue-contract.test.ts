import { InProcessTaskQueue, ManualClock } from '@dialproof/core';
import { describe, it } from 'vitest';
import { taskQueueContract } from './task-queue-contract.js';

for (const concurrency of [2, 8]) {
  describe(`InProcessTaskQueue, ${concurrency} at once`, () => {
    taskQueueContract({ describe, it }, async () => {
      const clock = new ManualClock();
      const queue = new InProcessTaskQueue({ clock, concurrency, maxIdleMs: 3_600_000 });
      return {
        queue,
        advance: async (ms) => clock.advance(ms),
        close: () => queue.stop(),
      };
    });
  });
}
