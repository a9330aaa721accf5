import type { BoundedTasks } from '@dialproof/core';
import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { dayCases } from './day-cases.js';
import { type BoundedTasksSubject, enqueueCases, resumeCases, usageCases } from './room-cases.js';

/** Tests every sentence of {@link BoundedTasks}. Each case calls `create` for an empty store that goes by the clock. */
export function boundedTasksContract(runner: TestRunner, create: CreateOnClock<BoundedTasksSubject>): void {
  runner.describe('bounded tasks contract', () => {
    const it = timedCasesWith(runner, create);
    usageCases(it);
    enqueueCases(it);
    resumeCases(it);
    dayCases(it);
  });
}
