import { type AccountId, DialproofError } from '@dialproof/core';

export interface SlotBounds {
  /** The number of slots in all. */
  readonly max: number;
  /** The most slots of an account. */
  readonly maxPerAccount: number;
  /** The name of the things in slots, in the plural, for refusals: `event streams`. */
  readonly things: string;
  /** The caller's remedy, as the end of that sentence. */
  readonly advice: string;
  /** Milliseconds after which a refused client may try again. */
  readonly retryAfterMs: number;
}

/** The slots for long requests, bounded in all and by account. An account without slots takes no memory. */
export class AccountSlots {
  readonly #bounds: SlotBounds;
  readonly #byAccount = new Map<AccountId, number>();
  #taken = 0;

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds;
  }

  /**
   * Takes a slot for an account, and returns the function that releases it, which is safe twice. Throws `too_many_requests` for an account
   * that has as many as it may, and `overloaded` when all slots are taken.
   */
  take(accountId: AccountId): () => void {
    const { advice, max, maxPerAccount, retryAfterMs, things } = this.#bounds;
    const ofAccount = this.#byAccount.get(accountId) ?? 0;
    if (ofAccount >= maxPerAccount) {
      throw new DialproofError('too_many_requests', {
        hint: `open ${things} of the account: ${ofAccount}, the maximum; ${advice}`,
        retryAfterMs,
      });
    }
    if (this.#taken >= max) throw new DialproofError('overloaded', { retryAfterMs });
    this.#taken += 1;
    this.#byAccount.set(accountId, ofAccount + 1);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#release(accountId);
      isReleased = true;
    };
  }

  #release(accountId: AccountId): void {
    this.#taken -= 1;
    const left = (this.#byAccount.get(accountId) ?? 0) - 1;
    if (left > 0) this.#byAccount.set(accountId, left);
    else this.#byAccount.delete(accountId);
  }
}
