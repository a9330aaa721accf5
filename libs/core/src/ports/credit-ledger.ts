import type { AccountId, HoldId } from '../model/identifiers.js';

/** An account's credits. Both are whole and never negative. */
export interface CreditBalance {
  /** Credits that can be held for new work. */
  readonly available: number;
  /** Credits that open holds have set aside. */
  readonly held: number;
}

export interface HoldRequest {
  /** Chosen by the caller: the same id is the same hold. */
  readonly holdId: HoldId;
  readonly accountId: AccountId;
  /** How many credits to set aside: a whole number, 0 or more. */
  readonly credits: number;
  /**
   * The milliseconds, by the ledger's own time, after which {@link CreditLedger.releaseExpired} may release the hold; null: never,
   * because its task settles it.
   */
  readonly expiresAfterMs: number | null;
}

export interface SettleRequest {
  readonly holdId: HoldId;
  /** The account of the hold. */
  readonly accountId: AccountId;
  /** How many credits of the hold to charge: a whole number, 0 or more. The rest returns. */
  readonly credits: number;
  /** A note on the charge, which the ledger keeps with the closed hold: at most 500 characters, without a number or a name. */
  readonly keep?: string;
}

/** The outcome of a closed hold. The two counts add up to the held credits. */
export interface Settlement {
  readonly charged: number;
  readonly returned: number;
  /**
   * The `keep` of the settlement that closed the hold, for as long as the ledger remembers the hold. A ledger that keeps no text leaves it
   * out. Then the answer of a single check is lost if the process dies between its charge and its reply, and a repeat asks the upstream
   * again.
   */
  readonly kept?: string;
}

/**
 * Holds credits and settles them. Each call is atomic and durable by itself; no call depends on another being in the same transaction. A
 * hold that can expire need only survive a killed process. A power cut may lose it, with the same effect as its expiry, as long as the hold
 * is durable once it is settled. A hold is open until it is settled or released, once. The ledger keeps the time by which holds expire. It
 * remembers closed holds until `pruneHolds` of its {@link LedgerUpkeep} forgets them; see there for a repeat after that.
 */
export interface CreditLedger {
  /**
   * Moves `credits` from available to held. Rejects with `insufficient_credits`, changing nothing, when fewer are available; an
   * account that is unknown to the ledger has none, and a hold of 0 is never refused. Concurrent holds together never take more than is
   * available. A repeat with an id that exists, open or closed, changes nothing and resolves.
   */
  hold(request: HoldRequest): Promise<void>;

  /**
   * Closes a hold: charges `credits` of it and returns the rest to available; with 0 the hold is released. The first call decides: a
   * repeat, whatever its amount and its text, changes nothing and resolves to the first outcome. A hold that was never made resolves to
   * `{charged: 0, returned: 0}`. More credits than were held, or another account than the hold's, is a mistake of the caller: it rejects
   * with RangeError and changes nothing.
   */
  settle(request: SettleRequest): Promise<Settlement>;

  /** The account's credits now; zeros for an account that the ledger does not know. */
  balance(accountId: AccountId): Promise<CreditBalance>;

  /**
   * Releases every open hold that has expired, as a settlement with 0 would, and resolves to their number. Safe to repeat and to
   * run concurrently.
   */
  releaseExpired(): Promise<number>;
}
