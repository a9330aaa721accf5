import type { AccountId } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import type { LedgerQueries } from './ledger-queries.js';

/** One change of an account's credits. */
export interface JournalEntry {
  /** Rises with each entry of an account, with gaps. */
  readonly entryId: number;
  readonly kind: 'grant' | 'charge';
  /** Positive for a grant, negative for a charge. All entries add up to the account's credits, available and held. */
  readonly credits: number;
  /** The hold that was charged, null for a grant. */
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
    for (const { entry_id, kind, credits, hold_id, note, created_at } of page) {
      yield { entryId: entry_id, kind, credits, holdId: hold_id, note, createdAt: created_at };
      after = entry_id;
    }
    if (page.length < ENTRIES_PER_PAGE) return;
  }
}
