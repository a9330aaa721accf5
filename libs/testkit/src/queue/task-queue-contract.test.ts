import { type DoNextWork, InProcessTaskQueue, ManualClock, type TaskQueue } from '@dialproof/core';
import { describe, it } from 'vitest';
import { FaultError, type Mutant, nextTurn, provesSuite } from '../runner/suite-proof.fixture.js';
import type { TaskQueueSubject } from './sample-work.js';
import { taskQueueContract } from './task-queue-contract.js';

function subjectOf(
  concurrency: number,
  change: (right: TaskQueue, clock: ManualClock) => TaskQueue,
): TaskQueueSubject {
  const clock = new ManualClock();
  const right = new InProcessTaskQueue({ clock, concurrency, maxIdleMs: 3_600_000 });
  const queue = change(right, clock);
  // A wrong queue may have left calls behind that wait for ever.
  const close = () => (queue === right ? right.stop() : Promise.resolve());
  return { queue, advance: async (ms) => clock.advance(ms), close };
}

/** A queue whose calls of the work function go through `call`. */
const calling =
  (
    call: (work: DoNextWork, ...rest: Parameters<DoNextWork>) => ReturnType<DoNextWork>,
  ): Mutant<TaskQueue, object> =>
  (queue) => ({ start: (work) => queue.start((signal) => call(work, signal)) });

const NOTHING = { did: 'nothing', retryAfterMs: null } as const;

/** Makes no more calls for work after one that has failed. */
const givingUp: Mutant<TaskQueue, object> = (queue, clock) => {
  let hasFailed = false;
  return calling(async (work, signal) => {
    if (hasFailed) return NOTHING;
    try {
      return await work(signal);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  })(queue, clock);
};

describe('InProcessTaskQueue, 2 at once', () => {
  taskQueueContract({ describe, it }, async () => subjectOf(2, (right) => right));
});

describe('InProcessTaskQueue, 8 at once', () => {
  provesSuite<TaskQueue, TaskQueueSubject>(taskQueueContract, (_, change) => subjectOf(8, change), {
    'calls again after a wake during a call that found nothing': (queue) => {
      let running = 0;
      return {
        start: (work) =>
          queue.start((signal) => {
            running += 1;
            return work(signal).finally(() => {
              running -= 1;
            });
          }),
        wake: async (taskId) => (running === 0 ? queue.wake(taskId) : undefined),
      };
    },
    'loses no wake among many, some of them while it works': (queue) => {
      let isAwake = false;
      return {
        async wake(taskId) {
          if (!isAwake) await queue.wake(taskId);
          isAwake = true;
        },
      };
    },
    'continues after a wake when every call so far has failed': givingUp,
    'aborts the signal of running calls and waits until they have returned': [
      calling((work) => work(new AbortController().signal)),
      (queue) => ({ stop: async () => void queue.stop().then(nextTurn) }),
    ],
    'stops before the start, twice, and twice at once': (queue) => {
      let isStopping = false;
      return {
        async stop() {
          if (isStopping) throw new FaultError('it is being stopped');
          isStopping = true;
          await queue.stop();
        },
      };
    },
    'calls no more once it has stopped, for a wake neither': (queue) => {
      let work: DoNextWork = async () => NOTHING;
      return {
        start(given) {
          work = given;
          return queue.start(given);
        },
        wake: (taskId) =>
          queue
            .start(work)
            .catch(() => {})
            .then(() => queue.wake(taskId)),
      };
    },
  });
});
