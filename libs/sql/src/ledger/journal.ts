import type { AccountId, CreditEntryKind } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import type { LedgerQueries } from './ledger-queries.js';

/** One change of an account's credits. */
export interface JournalEntry {
  /** Counts the entries of the account. A sum has the number of its last charge. */
  readonly entryId: number;
  readonly kind: CreditEntryKind;
  /** Positive for a grant, negative for a charge and for the sum of a month's charges. All entries add up to the account's credits, available and held. */
  readonly credits: number;
  /** The hold that was charged, null for a grant and for a sum. */
  readonly holdId: string | null;
  readonly note: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

const ENTRIES_PER_PAGE = 500;

export async function* readJournal(
  database: SqlDatabase,
  queries: LedgerQueries,
  accountId: AccountId,
): AsyncGenerator<JournalEntry> {
  let after = 0;
  for (;;) {
    const page = await database.read.rows(queries.selectEntries, {
      accountId,
      after,
      limit: ENTRIES_PER_PAGE,
    });
    for (const { entry, kind, credits, hold_id, note, created_at } of page) {
      yield { entryId: entry, kind, credits, holdId: hold_id, note, createdAt: created_at };
      after = entry;
    }
    if (page.length < ENTRIES_PER_PAGE) return;
  }
}
