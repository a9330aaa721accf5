import type { AccountId, CreditLedger } from '@dialproof/core';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';
import { conservationCases } from './conservation-cases.js';
import { holdCases } from './hold-cases.js';
import { releaseCases } from './release-cases.js';
import { settleCases } from './settle-cases.js';

export interface LedgerSubject extends Closable {
  readonly ledger: CreditLedger;
  /** Makes the account known, if that is needed, and gives it credits. */
  grant(accountId: AccountId, credits: number): Promise<void>;
  /**
   * For a ledger that outlives its object: closes this one and opens another over the same data. The subject's `close` then closes
   * the last one. Without it the same object is asked again.
   */
  reopen?(): Promise<CreditLedger>;
}

/** Every sentence of {@link CreditLedger}. `create` is called for each case and gives a ledger without accounts. */
export function creditLedgerContract(runner: TestRunner, create: () => Promise<LedgerSubject>): void {
  runner.describe('credit ledger contract', () => {
    const it = casesWith(runner, create);
    holdCases(it);
    settleCases(it);
    releaseCases(it);
    conservationCases(it);
  });
}
