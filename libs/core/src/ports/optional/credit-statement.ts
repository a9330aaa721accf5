import type { CreditEntryKind } from '../../model/accounts.js';
import type { AccountId, HoldId } from '../../model/identifiers.js';

/**
 * One change of an account's credits, or the sum of a month's charges, see {@link LedgerUpkeep.sumUpCharges}. No other entry is ever
 * changed or removed; a mistake is corrected by another entry.
 */
export interface CreditEntry {
  /** Unique among the entries of the account. It reveals nothing about other accounts, not even how many entries they have. */
  readonly entryId: string;
  readonly kind: CreditEntryKind;
  /** Positive for a grant, negative for a charge and for a sum of charges, never 0. */
  readonly credits: number;
  /** The hold that was charged, null for a grant and for a sum. */
  readonly holdId: HoldId | null;
  /** Milliseconds since 1970; of a sum, the time of its last charge. */
  readonly at: number;
}

export interface StatementRequest {
  readonly accountId: AccountId;
  /** How many entries at most, at least 1. */
  readonly limit: number;
  /** The `nextCursor` of the page before, null for the first page. */
  readonly cursor: string | null;
}

export interface StatementPage {
  readonly entries: readonly CreditEntry[];
  /**
   * The beginning of the next page; null when no entry follows. Opaque, and valid only for the same account. Like `entryId`, it reveals
   * nothing about other accounts.
   */
  readonly nextCursor: string | null;
}

/**
 * Lists the changes of an account's credits: an optional part of a credit ledger, over the same credits. Holds and releases are not
 * listed: all entries of an account add up to its `available` and `held` credits.
 */
export interface CreditStatement {
  /**
   * The account's entries, the newest first; none for an unknown account. While entries are added, consecutive pages show every older
   * entry once. An invalid cursor rejects with `malformed_request`.
   */
  statement(request: StatementRequest): Promise<StatementPage>;
}
