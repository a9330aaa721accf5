import { type AccountId, DialproofError } from '@dialproof/core';

export interface PlaceBounds {
  /** How many places there are in all. */
  readonly max: number;
  /** How many of them an account may have. */
  readonly maxPerAccount: number;
  /** What takes a place, as the refusal of an account calls several of them: `event streams`. */
  readonly things: string;
  /** What the caller can do about it, as the end of that sentence. */
  readonly advice: string;
  /** When a refused client may come again. */
  readonly comeAgainMs: number;
}

/** The places for what goes on for a while: so many in all, and so many of an account. An account without any takes no memory. */
export class AccountPlaces {
  readonly #bounds: PlaceBounds;
  readonly #byAccount = new Map<AccountId, number>();
  #taken = 0;

  constructor(bounds: PlaceBounds) {
    this.#bounds = bounds;
  }

  /**
   * Takes a place of an account, and gives the function that gives it back, which is safe twice. Throws `too_many_requests` for an account
   * that has as many as it may, and `overloaded` when all of them are taken.
   */
  enter(accountId: AccountId): () => void {
    const { max, maxPerAccount, things, advice, comeAgainMs } = this.#bounds;
    const ofAccount = this.#byAccount.get(accountId) ?? 0;
    if (ofAccount >= maxPerAccount) {
      throw new DialproofError('too_many_requests', {
        hint: `the account has ${ofAccount} ${things} open, which is as many as it may: ${advice}`,
        retryAfterMs: comeAgainMs,
      });
    }
    if (this.#taken >= max) throw new DialproofError('overloaded', { retryAfterMs: comeAgainMs });
    this.#change(accountId, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#change(accountId, -1);
      isTaken = false;
    };
  }

  #change(accountId: AccountId, by: 1 | -1): void {
    this.#taken += by;
    const ofAccount = (this.#byAccount.get(accountId) ?? 0) + by;
    if (ofAccount === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, ofAccount);
  }
}
