import type { AccountId, CreditLedger, CreditStatement, LedgerUpkeep } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** The subject of a case: a ledger of its own, with its upkeep and its statement over the same credits, often one object. */
export interface LedgerUpkeepSubject extends KeepsTime {
  readonly ledger: CreditLedger;
  readonly upkeep: LedgerUpkeep;
  readonly statement: CreditStatement;
  /** Gives an account credits. Creates the account first if the ledger needs that. */
  grant(accountId: AccountId, credits: number): Promise<void>;
}
