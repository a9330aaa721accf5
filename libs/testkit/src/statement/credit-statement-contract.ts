import type { CreditStatement } from '@dialproof/core';
import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { entryCases } from './entry-cases.js';
import { pageCases } from './page-cases.js';
import type { CreditStatementSubject } from './sample-statement.js';

/** Tests every sentence of {@link CreditStatement}. Each case calls `create` for a ledger without accounts that goes by the clock. */
export function creditStatementContract(
  runner: TestRunner,
  create: CreateOnClock<CreditStatementSubject>,
): void {
  runner.describe('credit statement contract', () => {
    const it = timedCasesWith(runner, create);
    entryCases(it);
    pageCases(it);
  });
}
