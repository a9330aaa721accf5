import type { AccountId, CreditLedger } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** The subject of a case: a ledger of its own. */
export interface LedgerSubject extends KeepsTime {
  readonly ledger: CreditLedger;
  /** Gives an account credits. Creates the account first if the ledger needs that. */
  grant(accountId: AccountId, credits: number): Promise<void>;
  /**
   * For a ledger whose data outlive the object: closes this object and opens another over the same data. The subject's `close` then closes
   * the new one. Without this method, the cases continue with the same object.
   */
  reopen?(): Promise<CreditLedger>;
}
