import { DialproofError } from '../../model/errors.js';
import type { AccountId } from '../../model/identifiers.js';
import type { CreditEntry, StatementPage, StatementRequest } from '../../ports/optional/credit-statement.js';
import { chargesMonth } from '../../ports/optional/ledger-upkeep.js';

type NewEntry = Omit<CreditEntry, 'entryId'>;

interface NumberedEntry extends NewEntry {
  /** Counts the entries of the account from 1. A sum has the number of its last charge. */
  readonly number: number;
}

/** The entries of a {@link MemoryCreditLedger}, by account, the oldest first. */
export class MemoryStatement {
  readonly #entries = new Map<AccountId, NumberedEntry[]>();

  add(accountId: AccountId, entry: NewEntry): void {
    if (entry.credits === 0) return;
    const entries = this.#entries.get(accountId) ?? [];
    this.#entries.set(accountId, entries);
    // The last entry is never removed, so no number is given twice.
    entries.push({ ...entry, number: (entries.at(-1)?.number ?? 0) + 1 });
  }

  page({ accountId, cursor, limit }: StatementRequest): StatementPage {
    const before = cursor === null ? Number.POSITIVE_INFINITY : readCursor(cursor);
    const older = (this.#entries.get(accountId) ?? []).filter(({ number }) => number < before);
    const page = older.slice(-limit).reverse();
    return {
      entries: page.map(({ number, ...entry }) => ({ entryId: String(number), ...entry })),
      nextCursor: older.length > limit ? String(page.at(-1)?.number) : null,
    };
  }

  /** Sums up at most `limit` charges of months that ended by `until`, and returns their number. */
  sumUp(until: number, limit: number): number {
    const before = chargesMonth(until).from;
    let summed = 0;
    for (const [accountId, entries] of this.#entries) {
      let left = entries;
      for (;;) {
        const oldest = left.find(({ at, kind }) => kind === 'charge' && at < before);
        if (oldest === undefined || summed === limit) break;
        const { from, until: end } = chargesMonth(oldest.at);
        const ofMonth = left.filter(({ at, kind }) => kind !== 'grant' && at >= from && at < end);
        const taken = ofMonth.filter(({ kind }) => kind === 'charge').slice(0, limit - summed);
        const last = taken.at(-1);
        if (last === undefined) break;
        const included = ofMonth.filter(({ number }) => number <= last.number);
        const credits = included.reduce((sum, entry) => sum + entry.credits, 0);
        const sum = { ...last, kind: 'charges_of_month' as const, credits, holdId: null };
        left = left.flatMap((entry) => (entry === last ? [sum] : included.includes(entry) ? [] : [entry]));
        summed += taken.length;
      }
      this.#entries.set(accountId, left);
    }
    return summed;
  }
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new DialproofError('malformed_request', { hint: 'the cursor is not one that a statement has given' });
}
