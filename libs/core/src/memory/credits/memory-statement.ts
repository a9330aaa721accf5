import { DialproofError } from '../../model/errors.js';
import type { AccountId } from '../../model/identifiers.js';
import type { CreditEntry, StatementPage, StatementRequest } from '../../ports/credit-statement.js';

/** The entries of a {@link MemoryCreditLedger}, by account, the oldest first. */
export class MemoryStatement {
  /** An entry's id is its position, counted from 1. */
  readonly #entries = new Map<AccountId, Omit<CreditEntry, 'entryId'>[]>();

  add(accountId: AccountId, entry: Omit<CreditEntry, 'entryId'>): void {
    if (entry.credits === 0) return;
    const entries = this.#entries.get(accountId) ?? [];
    this.#entries.set(accountId, entries);
    entries.push(entry);
  }

  page({ accountId, cursor, limit }: StatementRequest): StatementPage {
    const entries = this.#entries.get(accountId) ?? [];
    // Entries are only added, so the count of older entries never changes.
    const older = cursor === null ? entries.length : Math.min(readCursor(cursor), entries.length);
    const start = Math.max(0, older - limit);
    return {
      entries: entries
        .slice(start, older)
        .map((entry, index) => ({ entryId: String(start + index + 1), ...entry }))
        .reverse(),
      nextCursor: start === 0 ? null : String(start),
    };
  }
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new DialproofError('malformed_request', { hint: 'the cursor is none that a statement has given' });
}
