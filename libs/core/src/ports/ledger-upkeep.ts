import type { AccountId, HoldId } from '../model/identifiers.js';

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

/**
 * Keeps a credit ledger small and free of holds that nobody settles: an optional part of it, over the same credits. Each method may be repeated
 * and run concurrently, and leaves every balance as it is.
 */
export interface LedgerUpkeep {
  /**
   * The open holds that never expire. Consecutive pages, each after the last hold of the one before, list every hold that stays open
   * meanwhile. A page with fewer holds than `limit` is the last one.
   */
  openHolds(request: OpenHoldsRequest): Promise<readonly OpenHold[]>;
}
