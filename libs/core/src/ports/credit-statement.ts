import type { CreditEntryKind } from '../model/credit-entry-kind.js';
import type { AccountId, HoldId } from '../model/identifiers.js';

/** One change of an account's credits. An entry is never changed or removed; a mistake is corrected by another entry. */
export interface CreditEntry {
  /** Unlike that of every other entry of the account. */
  readonly entryId: string;
  readonly kind: CreditEntryKind;
  /** Positive for a grant, negative for a charge, never 0. */
  readonly credits: number;
  /** The hold that was charged, null for a grant. */
  readonly holdId: HoldId | null;
  /** Milliseconds since 1970. */
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
  /** Where the next page begins; null when no entry follows. Opaque, and of use to the same account alone. */
  readonly nextCursor: string | null;
}

/**
 * Shows what an account's credits were changed by: an optional part of a credit ledger, over the same credits. Holds, and what returns
 * of them, change nothing and are not in it: all entries of an account add up to its `available` and `held` credits.
 */
export interface CreditStatement {
  /**
   * The account's entries, the newest first; none for an account that the ledger does not know. While entries are added, the pages that
   * follow one another show every older entry once. A cursor that is none rejects with `malformed_request`.
   */
  statement(request: StatementRequest): Promise<StatementPage>;
}
