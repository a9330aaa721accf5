import type { TaskArchive } from '@dialproof/core';
import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { listCases, type TaskArchiveSubject } from './list-cases.js';
import { removalCases } from './removal-cases.js';
import { rewriteCases } from './rewrite-cases.js';

/** Tests every sentence of {@link TaskArchive}. Each case calls `create` for an empty store that goes by the clock. */
export function taskArchiveContract(runner: TestRunner, create: CreateOnClock<TaskArchiveSubject>): void {
  runner.describe('task archive contract', () => {
    const it = timedCasesWith(runner, create);
    listCases(it);
    removalCases(it);
    rewriteCases(it);
  });
}
