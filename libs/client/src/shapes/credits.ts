/** The credits of an account. */
export interface Credits {
  /** Credits that may be spent. */
  readonly available: number;
  /** Credits that are set aside for unfinished tasks. */
  readonly held: number;
}

export const CREDIT_ENTRY_KINDS = ['grant', 'charge', 'charges_of_month'] as const;
export type CreditEntryKind = (typeof CREDIT_ENTRY_KINDS)[number];

/** A change of the credits. */
export interface CreditEntry {
  readonly entry_id: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly kind: CreditEntryKind;
  /** Negative for a charge, and for the sum of a month's charges. */
  readonly credits: number;
  /** The charged task; null if there is none. */
  readonly task_id: string | null;
}

/** A page of the statement, the newest entry first. */
export interface StatementPage {
  readonly entries: readonly CreditEntry[];
  readonly next_cursor: string | null;
}

/** The query of a statement. */
export interface StatementQuery {
  /** Entries of a page, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}
