import {
  counted,
  DialproofError,
  type HoldRequest,
  type Settlement,
  type SettleRequest,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import type { DatabaseTime } from '../time/database-time.js';

/** Opens and closes the holds of a ledger. The best way depends on the database; the results do not. */
export interface HoldWriter {
  hold(request: HoldRequest): Promise<void>;
  settle(request: SettleRequest): Promise<Settlement>;
  /** Releases the expired holds, or all that can expire, and resolves to their number. */
  releaseExpired(all: boolean): Promise<number>;
}

/** The parts of a {@link HoldWriter}. */
export interface LedgerParts {
  readonly database: SqlDatabase;
  readonly time: DatabaseTime;
}

/** A {@link SettleRequest} whose ids may come from a row. */
export interface StoredSettleRequest {
  readonly holdId: string;
  readonly accountId: string;
  readonly credits: number;
  readonly keep?: string;
}

/** The ledger's row of a hold. */
export interface KnownHold {
  readonly account_id: string;
  readonly credits: number;
  /** Null while it is open. */
  readonly charged: number | null;
  readonly answer: string | null;
}

/** The most holds that one write releases. More would make other writes wait. */
export const EXPIRED_PER_WRITE = 500;

export function insufficientCredits(needed: number, available: number): DialproofError {
  return new DialproofError('insufficient_credits', {
    hint: `${counted(needed, 'credit is', 'credits are')} needed, ${counted(available, 'is', 'are')} available`,
  });
}

/** The result of a settle that closes no hold. Throws RangeError for a mistake of the caller. */
export function earlierOutcome(hold: KnownHold | undefined, request: StoredSettleRequest): Settlement {
  const { holdId, accountId, credits } = request;
  if (hold === undefined) return { charged: 0, returned: 0 };
  if (hold.account_id !== accountId) {
    throw new RangeError(`the hold ${holdId} is not one of account ${accountId}`);
  }
  if (hold.charged === null) {
    throw new RangeError(`a hold of ${hold.credits} credits cannot be settled with ${credits}`);
  }
  const returned = hold.credits - hold.charged;
  return { charged: hold.charged, returned, ...(hold.answer === null ? {} : { kept: hold.answer }) };
}
