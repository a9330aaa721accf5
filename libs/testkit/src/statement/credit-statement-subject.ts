import type { AccountId, CreditLedger, CreditStatement } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** The subject of a case: a ledger of its own, and its statement over the same credits, often the same object. */
export interface CreditStatementSubject extends KeepsTime {
  readonly ledger: CreditLedger;
  readonly statement: CreditStatement;
  /** Gives an account credits. Creates the account first if the ledger needs that. */
  grant(accountId: AccountId, credits: number): Promise<void>;
  /**
   * For a ledger whose data outlive the object: closes this object and opens another statement over the same data. The subject's `close`
   * then closes the new one. Without this method, the cases continue with the same object.
   */
  reopen?(): Promise<CreditStatement>;
}
