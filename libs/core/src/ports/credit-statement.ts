import type { CreditEntryKind } from '../model/credit-entry-kind.js';
import type { AccountId, HoldId } from '../model/identifiers.js';

/** One change of an account's credits. An entry is never changed or removed; a mistake is corrected by another entry. */
export interface CreditEntry {
  /** Unique among the entries of the account. */
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
  /** The beginning of the next page; null when no entry follows. Opaque, and valid for the same account alone. */
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
