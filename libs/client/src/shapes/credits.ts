/** The credits of an account. */
export interface Credits {
  /** What may be spent. */
  readonly available: number;
  /** What is set aside for tasks on their way. */
  readonly held: number;
}

export const CREDIT_ENTRY_KINDS = ['grant', 'charge'] as const;
export type CreditEntryKind = (typeof CREDIT_ENTRY_KINDS)[number];

/** A change of the credits. */
export interface CreditEntry {
  readonly entry_id: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly kind: CreditEntryKind;
  /** Negative where they were charged. */
  readonly credits: number;
  /** The task that they were charged for; null where there is none. */
  readonly task_id: string | null;
}

/** A page of the statement, the newest entry first. */
export interface StatementPage {
  readonly entries: readonly CreditEntry[];
  readonly next_cursor: string | null;
}

/** Which entries of the statement to show. */
export interface StatementQuery {
  /** How many to ask for at once, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}
