import type { TaskQueue } from '@dialproof/core';
import { casesWith, type TestRunner } from '../runner/test-runner.js';
import type { TaskQueueSubject } from './sample-work.js';
import { stopCases } from './stop-cases.js';
import { failingWorkCases, wakeCases } from './wake-cases.js';

/**
 * Tests every sentence of {@link TaskQueue}. Each case calls `create` for a queue that has not been started, that runs at least two
 * calls at once, and that calls again within two seconds after a rejected call.
 */
export function taskQueueContract(runner: TestRunner, create: () => Promise<TaskQueueSubject>): void {
  runner.describe('task queue contract', () => {
    const it = casesWith(runner, create);
    wakeCases(it);
    failingWorkCases(it);
    stopCases(it);
  });
}
