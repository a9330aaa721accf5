import type { TaskQueue } from '@dialproof/core';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';
import { failingWorkCases } from './failing-work-cases.js';
import { stopCases } from './stop-cases.js';
import { wakeCases } from './wake-cases.js';

export interface TaskQueueSubject extends Closable {
  readonly queue: TaskQueue;
  /** The time of the clock that the queue reads `retryAt` against. */
  now(): number;
  /** Lets this many milliseconds pass for the queue: by its clock, or by waiting. */
  advance(ms: number): Promise<void>;
}

/**
 * Every sentence of {@link TaskQueue}. `create` is called for each case and gives a queue that has not been started, that runs at
 * least two calls at once, and that calls again within two seconds after a rejected call.
 */
export function taskQueueContract(runner: TestRunner, create: () => Promise<TaskQueueSubject>): void {
  runner.describe('task queue contract', () => {
    const it = casesWith(runner, create);
    wakeCases(it);
    failingWorkCases(it);
    stopCases(it);
  });
}
