import { type AccountId, DialproofError } from '@dialproof/core';

export interface StreamBounds {
  /** How many may be open in all. */
  readonly maxStreams: number;
  /** How many an account may have open. */
  readonly maxStreamsPerAccount: number;
}

/** When a refused client may come again: most streams that end have a client that comes again by itself. */
const COME_AGAIN_MS = 5_000;

/** The replies that go on until someone ends them: they are bounded, and all of them can be ended. */
export class OpenStreams {
  readonly #bounds: StreamBounds;
  readonly #ends = new Set<() => void>();
  readonly #byAccount = new Map<AccountId, number>();
  #open = 0;
  #isClosed = false;

  constructor(bounds: StreamBounds) {
    this.#bounds = bounds;
  }

  /** Whether no stream is to be begun any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Takes a place for a stream of an account, and gives the function that gives it back, which is safe twice. Throws `too_many_requests` for an
   * account that has as many as it may, and `overloaded` when there are as many as there may be.
   */
  enter(accountId: AccountId): () => void {
    const { maxStreams, maxStreamsPerAccount } = this.#bounds;
    const ofAccount = this.#byAccount.get(accountId) ?? 0;
    if (ofAccount >= maxStreamsPerAccount) {
      throw new DialproofError('too_many_requests', {
        hint: `the account has ${ofAccount} event streams open, which is as many as it may: close one, or poll`,
        retryAfterMs: COME_AGAIN_MS,
      });
    }
    if (this.#open >= maxStreams) throw new DialproofError('overloaded', { retryAfterMs: COME_AGAIN_MS });
    this.#change(accountId, 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#change(accountId, -1);
      isOpen = false;
    };
  }

  /** Calls `end` when all are to end, at once if that is now. To be forgotten, by the function that is returned, when it has ended. */
  add(end: () => void): () => void {
    if (this.#isClosed) end();
    else this.#ends.add(end);
    return () => void this.#ends.delete(end);
  }

  /** Ends all of them. Safe twice. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
  }

  #change(accountId: AccountId, by: 1 | -1): void {
    this.#open += by;
    const ofAccount = (this.#byAccount.get(accountId) ?? 0) + by;
    if (ofAccount === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, ofAccount);
  }
}
