import type { AccountId, HoldId } from '../identifiers.js';

/** An account's credits. Both are whole and never negative. */
export interface CreditBalance {
  /** Credits that can be held for new work. */
  readonly available: number;
  /** Credits that open holds have set aside. */
  readonly held: number;
}

export interface HoldRequest {
  /** Named by the caller: the same id is the same hold. */
  readonly holdId: HoldId;
  readonly accountId: AccountId;
  /** How many credits to set aside: a whole number, 0 or more. */
  readonly credits: number;
  /**
   * When {@link CreditLedger.releaseExpired} may give the credits back, in milliseconds since 1970; null: never, because somebody
   * else keeps track of this hold.
   */
  readonly expiresAt: number | null;
}

/** What became of a hold. The two add up to what was held. */
export interface Settlement {
  readonly charged: number;
  readonly returned: number;
}

/**
 * Holds credits and settles them. Each call is atomic and durable by itself; no call depends on another being in the same
 * transaction. A hold is open until it is settled or released, once.
 */
export interface CreditLedger {
  /**
   * Moves `credits` from available to held. Rejects with `insufficient_credits`, changing nothing, when fewer are available; an
   * account that is unknown to the ledger has none, and a hold of 0 is never refused. Concurrent holds never take more than is
   * available, together. A repeat with an id that exists, open or closed, changes nothing and resolves.
   */
  hold(request: HoldRequest): Promise<void>;

  /**
   * Closes a hold: charges `credits` of it and returns the rest to available; with 0 the hold is released. The first call decides:
   * a repeat, whatever its amount, changes nothing and resolves to the first outcome. A hold that was never made resolves to
   * `{charged: 0, returned: 0}`. More credits than were held is a mistake of the caller and rejects with RangeError, changing
   * nothing.
   */
  settle(holdId: HoldId, credits: number): Promise<Settlement>;

  /** The account's credits now; zeros for an account that the ledger does not know. */
  balance(accountId: AccountId): Promise<CreditBalance>;

  /**
   * Releases every open hold that expires at `now` (milliseconds since 1970) or earlier, as settling it with 0 would, and resolves
   * to how many there were. Safe to repeat and to run at several places at once.
   */
  releaseExpired(now: number): Promise<number>;
}
