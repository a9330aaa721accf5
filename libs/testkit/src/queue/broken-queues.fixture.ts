import { type DoNextWork, InProcessTaskQueue, ManualClock, type TaskQueue } from '@dialproof/core';
import { type Broken, FaultError, nextTurn, withFault } from '../runner/broken.fixture.js';
import type { TaskQueueSubject } from './task-queue-contract.js';

type MakeQueue = (queue: TaskQueue, clock: ManualClock) => Partial<TaskQueue>;

function queueSubject(make: MakeQueue, concurrency = 4): TaskQueueSubject {
  const clock = new ManualClock();
  const right = new InProcessTaskQueue({ clock, concurrency, maxIdleMs: 3_600_000 });
  const queue = withFault<TaskQueue>(right, make(right, clock));
  return {
    queue,
    now: () => clock.now(),
    advance: async (ms) => clock.advance(ms),
    // What is broken may have left calls behind that wait for ever.
    close: async () => {},
  };
}

export async function correctQueue(): Promise<TaskQueueSubject> {
  const subject = queueSubject(() => ({}));
  return { ...subject, close: () => subject.queue.stop() };
}

function brokenQueue(fault: string, caughtBy: string, make: MakeQueue): Broken<TaskQueueSubject> {
  return { fault, caughtBy, create: async () => queueSubject(make) };
}

/** A queue whose calls of the work function go through `call`. */
const calling =
  (call: (work: DoNextWork, ...rest: Parameters<DoNextWork>) => ReturnType<DoNextWork>): MakeQueue =>
  (queue) => ({ start: (work) => queue.start((signal) => call(work, signal)) });

const NOTHING = { did: 'nothing', retryAt: null } as const;
const STOPS = 'aborts the signal of running calls and waits until they have returned';
const RETRY = 'calls again by itself at retryAt';

export const BROKEN_QUEUES: readonly Broken<TaskQueueSubject>[] = [
  brokenQueue(
    'waits for a wake before it looks for work',
    'does what there is to do when it is started, without a wake',
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
    'does what there is to do when it is started, without a wake',
    calling(async (work, signal) => {
      await work(signal);
      return NOTHING;
    }),
  ),
  brokenQueue('hears no wake', 'does what comes later after a wake', () => ({ wake: async () => {} })),
  brokenQueue(
    'hears no wake while a call is running',
    'looks again after a wake that came during a call which found nothing',
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
    'hears the first wake alone',
    'loses no wake among many, some of which come while it works',
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
  {
    fault: 'does one thing after the other',
    caughtBy: 'does several pieces of work at once',
    create: async () => queueSubject(() => ({}), 1),
  },
  brokenQueue(
    'never comes back at retryAt',
    RETRY,
    calling(async (work, signal) => {
      const outcome = await work(signal);
      return outcome.did === 'nothing' ? NOTHING : outcome;
    }),
  ),
  brokenQueue('takes retryAt for a delay', RETRY, (queue, clock) => ({
    start: (work) =>
      queue.start(async (signal) => {
        const outcome = await work(signal);
        if (outcome.did === 'work' || outcome.retryAt === null) return outcome;
        return { did: 'nothing', retryAt: clock.now() + outcome.retryAt };
      }),
  })),
  brokenQueue(
    'asks again and again until retryAt has come',
    'comes back for retryAt and not all the time until then',
    (queue, clock) => ({
      start: (work) =>
        queue.start(async (signal) => {
          const outcome = await work(signal);
          if (outcome.did === 'work' || outcome.retryAt === null) return outcome;
          return { did: 'nothing', retryAt: clock.now() };
        }),
    }),
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
  brokenQueue('stops after a call that rejects', 'goes on by itself after a call that rejects', (queue) => {
    let hasFailed = false;
    return {
      start: (work) =>
        queue.start(async (signal) => {
          if (hasFailed) return NOTHING;
          try {
            return await work(signal);
          } catch {
            hasFailed = true;
            return NOTHING;
          }
        }),
    };
  }),
  brokenQueue(
    'expects a promise, whatever the work does',
    'goes on by itself after a call that throws',
    (queue) => {
      let hasThrown = false;
      return {
        start: (work) =>
          queue.start((signal) => {
            if (hasThrown) return Promise.resolve(NOTHING);
            try {
              return work(signal);
            } catch {
              hasThrown = true;
              return Promise.resolve(NOTHING);
            }
          }),
      };
    },
  ),
  brokenQueue(
    'hears no wake after a call that rejects',
    'goes on after a wake when every call so far has failed',
    (queue) => {
      let hasFailed = false;
      return {
        start: (work) =>
          queue.start(async (signal) => {
            if (hasFailed) return NOTHING;
            try {
              return await work(signal);
            } catch (error) {
              hasFailed = true;
              throw error;
            }
          }),
      };
    },
  ),
  brokenQueue(
    'takes a call that rejects for the end of the work',
    'goes on by itself after a call that rejects',
    calling((work, signal) => work(signal).catch(() => NOTHING)),
  ),
  brokenQueue('does not tell running calls that it stops', STOPS, (queue) => ({
    start: (work) => queue.start(() => work(new AbortController().signal)),
  })),
  brokenQueue('does not wait for running calls when it stops', STOPS, (queue) => ({
    async stop() {
      queue.stop().catch(() => {});
    },
  })),
  brokenQueue('waits for one of the running calls when it stops', STOPS, (queue) => {
    const calls: Promise<unknown>[] = [];
    return {
      start: (work) =>
        queue.start((signal) => {
          const call = work(signal);
          calls.push(call);
          return call;
        }),
      async stop() {
        queue.stop().catch(() => {});
        await Promise.race([nextTurn(), ...calls]);
      },
    };
  }),
  brokenQueue(
    'goes on when it was told to stop',
    'leaves work undone that waits when it is stopped',
    (queue) => {
      const deaf = new AbortController();
      return {
        async start(work) {
          await queue.start(() => work(deaf.signal));
        },
        stop: async () => {},
      };
    },
  ),
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
  brokenQueue(
    'hangs when a call ends with its signal',
    'stops when a running call ends with its signal',
    (queue) => ({
      start: (work) =>
        queue.start((signal) =>
          work(signal).catch((error) => (signal.aborted ? new Promise(() => {}) : Promise.reject(error))),
        ),
    }),
  ),
  brokenQueue(
    'cannot be stopped before the start',
    'stops before the start, twice, and twice at once',
    (queue) => {
      let isStarted = false;
      return {
        async start(work) {
          await queue.start(work);
          isStarted = true;
        },
        async stop() {
          if (!isStarted) throw new FaultError('it has not been started');
          await queue.stop();
        },
      };
    },
  ),
  brokenQueue('cannot be stopped twice', 'stops before the start, twice, and twice at once', (queue) => {
    let isStopping = false;
    return {
      async stop() {
        if (isStopping) throw new FaultError('it is being stopped');
        isStopping = true;
        await queue.stop();
      },
    };
  }),
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
