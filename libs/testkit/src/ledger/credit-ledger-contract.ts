import type { CreditLedger } from '@dialproof/core';
import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { conservationCases } from './conservation-cases.js';
import { holdCases } from './hold-cases.js';
import { releaseCases } from './release-cases.js';
import type { LedgerSubject } from './sample-hold.js';
import { settleCases } from './settle-cases.js';

/** Tests every sentence of {@link CreditLedger}. Each case calls `create` for a ledger without accounts that goes by the clock. */
export function creditLedgerContract(runner: TestRunner, create: CreateOnClock<LedgerSubject>): void {
  runner.describe('credit ledger contract', () => {
    const it = timedCasesWith(runner, create);
    holdCases(it);
    settleCases(it);
    releaseCases(it);
    conservationCases(it);
  });
}
