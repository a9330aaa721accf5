import type { AccountId, HoldId } from '../../model/identifiers.js';

/** An open hold that never expires. */
export interface OpenHold {
  readonly holdId: HoldId;
  readonly accountId: AccountId;
}

export interface OpenHoldsRequest {
  /** Lists the holds after this one, in the ledger's own order; null: from the first. The hold itself may be closed by now. */
  readonly after: HoldId | null;
  /** How many holds at most, at least 1. */
  readonly limit: number;
}

export interface PruneRequest {
  /** The least time since a hold was closed, in milliseconds. */
  readonly closedBeforeMs: number;
  /** How many holds at most, at least 1, so that no call takes long. */
  readonly limit: number;
}

export interface SumUpRequest {
  /** The least time since the end of the month, in milliseconds. Months begin and end at midnight in UTC. */
  readonly endedBeforeMs: number;
  /** How many charges at most, at least 1, so that no call takes long. */
  readonly limit: number;
}

/** The month whose charges are summed up together, in UTC: from its first millisecond until that of the next one. */
export function chargesMonth(time: number): { readonly from: number; readonly until: number } {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: Date.UTC(year, month), until: Date.UTC(year, month + 1) };
}

/**
 * Keeps a credit ledger small and free of abandoned holds: an optional part of it, over the same credits. Each method may be repeated and
 * run concurrently, and changes no balance.
 */
export interface LedgerUpkeep {
  /**
   * The open holds that never expire. Consecutive pages, each after the last hold of the one before, list every hold that stays open
   * meanwhile. A page with fewer holds than `limit` is the last one.
   */
  openHolds(request: OpenHoldsRequest): Promise<readonly OpenHold[]>;

  /**
   * Forgets holds that were closed at least `closedBeforeMs` ago, the oldest first, and resolves to their number; open holds stay. A count
   * below the limit says that there are no more. Their charges stay in the statement.
   *
   * A forgotten hold counts as one that was never made: to settle it again changes nothing and resolves to zeros, and to hold with its id
   * is a new hold. So the ledger recognises a repeat for `closedBeforeMs`, and callers must repeat a hold within that time. The service
   * repeats a single check while its request id is repeated, which is a day for an `Idempotency-Key`, and uses the hold of a task's run
   * once.
   */
  pruneHolds(request: PruneRequest): Promise<number>;

  /**
   * Sums up the charges of months that ended at least `endedBeforeMs` ago, and resolves to their number. A count below the limit says that
   * there are no more. An account then has one entry for the charges of a month, of the kind `charges_of_month`, at the position of the
   * last charge; a later call adds remaining charges to it. Grants stay. The sum of all entries of an account does not change.
   */
  sumUpCharges(request: SumUpRequest): Promise<number>;
}
