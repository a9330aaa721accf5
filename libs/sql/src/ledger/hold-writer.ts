import {
  counted,
  DialproofError,
  type HoldRequest,
  type Settlement,
  type SettleRequest,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import type { DatabaseTime } from '../time/database-time.js';
import type { LedgerQueries } from './ledger-queries.js';

/** How a ledger opens and closes holds. Databases differ in the best way to do it, and in nothing else. */
export interface HoldWriter {
  hold(request: HoldRequest): Promise<void>;
  settle(request: SettleRequest): Promise<Settlement>;
  /** Releases the holds that have expired, or all that can expire, and resolves to how many there were. */
  releaseExpired(all: boolean): Promise<number>;
}

/** What a {@link HoldWriter} works with. */
export interface LedgerParts {
  readonly database: SqlDatabase;
  readonly queries: LedgerQueries;
  readonly time: DatabaseTime;
}

/** A {@link SettleRequest} whose ids may come from a row. */
export interface StoredSettleRequest {
  readonly holdId: string;
  readonly accountId: string;
  readonly credits: number;
}

/** What the ledger knows of a hold. */
export interface KnownHold {
  readonly account_id: string;
  readonly credits: number;
  /** Null while it is open. */
  readonly charged: number | null;
}

/** How many holds are released in one write: few enough not to keep others waiting. */
export const EXPIRED_PER_WRITE = 500;

export function insufficientCredits(needed: number, available: number): DialproofError {
  return new DialproofError('insufficient_credits', {
    hint: `${counted(needed, 'credit is', 'credits are')} needed, ${counted(available, 'is', 'are')} available`,
  });
}

/** What a settle of a hold resolves to that it does not close. Throws RangeError for a mistake of the caller. */
export function earlierOutcome(hold: KnownHold | undefined, request: StoredSettleRequest): Settlement {
  const { holdId, accountId, credits } = request;
  if (hold === undefined) return { charged: 0, returned: 0 };
  if (hold.account_id !== accountId) {
    throw new RangeError(`the hold ${holdId} is not one of account ${accountId}`);
  }
  if (hold.charged === null) {
    throw new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
  }
  return { charged: hold.charged, returned: hold.credits - hold.charged };
}
