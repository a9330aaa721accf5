import type { SqlSession } from '../database.js';
import { ledgerQueries } from './ledger-queries.js';

export interface Grant {
  readonly accountId: string;
  /** How many credits the account gets: a whole number, 0 or more. */
  readonly credits: number;
  /** The reason, for readers of the journal. */
  readonly note: string | null;
  readonly now: number;
}

/** Gives an account credits, within the caller's write. */
export async function grantCredits(session: SqlSession, grant: Grant): Promise<void> {
  const { accountId, credits, note, now } = grant;
  const entries = credits === 0 ? 0 : 1;
  const balance = await session.first(ledgerQueries.addAvailable, { accountId, credits, entries });
  if (credits === 0 || balance === undefined) return;
  const entry = { accountId, entry: balance.last_entry, credits, note, createdAt: now };
  await session.change(ledgerQueries.addGrant, entry);
}

/** Throws RangeError unless it is a whole number, 0 or more. */
export function assertCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new RangeError(`credits are a whole number, 0 or more, and not ${credits}`);
  }
}
