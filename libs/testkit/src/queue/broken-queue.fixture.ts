import { type DoNextWork, InProcessTaskQueue, ManualClock, type TaskQueue } from '@dialproof/core';
import { type Broken, withFault } from '../runner/broken.fixture.js';
import type { TaskQueueSubject } from './task-queue-subject.js';

export type MakeQueue = (queue: TaskQueue, clock: ManualClock) => Partial<TaskQueue>;

export function queueSubject(make: MakeQueue, concurrency = 4): TaskQueueSubject {
  const clock = new ManualClock();
  const right = new InProcessTaskQueue({ clock, concurrency, maxIdleMs: 3_600_000 });
  const queue = withFault<TaskQueue>(right, make(right, clock));
  return {
    queue,
    advance: async (ms) => clock.advance(ms),
    // A broken queue may have left calls behind that wait for ever.
    close: async () => {},
  };
}

export async function correctQueue(): Promise<TaskQueueSubject> {
  const subject = queueSubject(() => ({}));
  return { ...subject, close: () => subject.queue.stop() };
}

export function brokenQueue(fault: string, caughtBy: string, make: MakeQueue): Broken<TaskQueueSubject> {
  return { fault, caughtBy, create: async () => queueSubject(make) };
}

/** A queue whose calls of the work function go through `call`. */
export const calling =
  (call: (work: DoNextWork, ...rest: Parameters<DoNextWork>) => ReturnType<DoNextWork>): MakeQueue =>
  (queue) => ({ start: (work) => queue.start((signal) => call(work, signal)) });

export const NOTHING = { did: 'nothing', retryAfterMs: null } as const;
