import type { TaskQueue } from '@dialproof/core';
import type { Closable } from '../runner/test-runner.js';

/** The subject of a case: a queue of its own, and its time. */
export interface TaskQueueSubject extends Closable {
  readonly queue: TaskQueue;
  /** Lets this many milliseconds pass for the queue: moves its clock, or waits. */
  advance(ms: number): Promise<void>;
}
