import { DialproofError, type HoldId, type StatementPage, type StatementRequest } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { ledgerQueries } from './ledger-queries.js';

/** A page of an account's journal, the newest entry first. */
export async function readStatement(
  database: SqlDatabase,
  { accountId, cursor, limit }: StatementRequest,
): Promise<StatementPage> {
  const before = cursor === null ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
  // One extra entry shows whether another page follows.
  const rows = await database.read.rows(ledgerQueries.selectNewest, { accountId, before, limit: limit + 1 });
  const entries = rows.slice(0, limit).map(({ entry, kind, credits, hold_id, created_at }) => ({
    entryId: String(entry),
    kind,
    credits,
    // The column holds ids of holds.
    holdId: hold_id as HoldId | null,
    at: created_at,
  }));
  return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.entryId ?? null) : null };
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new DialproofError('malformed_request', { hint: 'the cursor is none that a statement has given' });
}
