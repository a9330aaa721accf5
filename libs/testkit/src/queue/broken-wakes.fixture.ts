import type { DoNextWork } from '@dialproof/core';
import { FaultError } from '../runner/broken.fixture.js';
import { brokenQueue, calling, NOTHING } from './broken-queue.fixture.js';

export const BROKEN_WAKES = [
  brokenQueue(
    'waits for a wake before it calls for work',
    'does existing work when it is started, without a wake',
    (queue) => {
      let start: (() => Promise<void>) | undefined;
      return {
        async start(work) {
          start = () => queue.start(work);
        },
        async wake(taskId) {
          await start?.();
          start = undefined;
          await queue.wake(taskId);
        },
      };
    },
  ),
  brokenQueue(
    'does one piece of work for each wake',
    'does existing work when it is started, without a wake',
    calling(async (work, signal) => {
      await work(signal);
      return NOTHING;
    }),
  ),
  brokenQueue('ignores wakes', 'does later work after a wake', () => ({ wake: async () => {} })),
  brokenQueue(
    'ignores wakes while a call is running',
    'calls again after a wake during a call that found nothing',
    (queue) => {
      let running = 0;
      return {
        start: (work) =>
          queue.start(async (signal) => {
            running += 1;
            try {
              return await work(signal);
            } finally {
              running -= 1;
            }
          }),
        async wake(taskId) {
          if (running === 0) await queue.wake(taskId);
        },
      };
    },
  ),
  brokenQueue(
    'takes only the first wake',
    'loses no wake among many, some of them while it works',
    (queue) => {
      let isAwake = false;
      return {
        async wake(taskId) {
          if (isAwake) return;
          isAwake = true;
          await queue.wake(taskId);
        },
      };
    },
  ),
  brokenQueue('starts twice', 'rejects a second start', (queue) => ({
    start: (work) => queue.start(work).catch(() => {}),
  })),
  brokenQueue('forgets the first start at the second', 'rejects a second start', (queue) => {
    let current: DoNextWork = async () => NOTHING;
    let isStarted = false;
    return {
      async start(work) {
        current = isStarted ? async () => NOTHING : work;
        if (isStarted) throw new TypeError('the queue has been started already');
        isStarted = true;
        await queue.start((signal) => current(signal));
      },
    };
  }),
  brokenQueue('rejects a wake before the start', 'does nothing for a wake before the start', (queue) => {
    let isStarted = false;
    return {
      async start(work) {
        isStarted = true;
        await queue.start(work);
      },
      async wake(taskId) {
        if (!isStarted) throw new FaultError('it has not been started');
        await queue.wake(taskId);
      },
    };
  }),
  brokenQueue(
    'works on at a wake after the stop',
    'calls no more once it has stopped, for a wake neither',
    (queue) => {
      let work: DoNextWork | undefined;
      return {
        start(given) {
          work = given;
          return queue.start(given);
        },
        async wake(taskId) {
          await queue.start(work ?? (async () => NOTHING)).catch(() => {});
          await queue.wake(taskId);
        },
      };
    },
  ),
  brokenQueue('cannot be started again', 'starts again after a stop', (queue) => {
    let hasStopped = false;
    return {
      async stop() {
        hasStopped = true;
        await queue.stop();
      },
      start: (work) => queue.start(hasStopped ? async () => NOTHING : work),
    };
  }),
];
