import type { AccountId } from '@dialproof/core';
import { AccountPlaces } from '../rates/account-places.js';

export interface StreamBounds {
  /** How many may be open in all. */
  readonly maxStreams: number;
  /** How many an account may have open. */
  readonly maxStreamsPerAccount: number;
}

/** Most streams that end have a client that comes again by itself. */
const COME_AGAIN_MS = 5_000;

/** The replies that go on until someone ends them: they are bounded, and all of them can be ended. */
export class OpenStreams {
  readonly #places: AccountPlaces;
  readonly #ends = new Set<() => void>();
  #isClosed = false;

  constructor({ maxStreams, maxStreamsPerAccount }: StreamBounds) {
    this.#places = new AccountPlaces({
      max: maxStreams,
      maxPerAccount: maxStreamsPerAccount,
      things: 'event streams',
      advice: 'close one, or poll',
      comeAgainMs: COME_AGAIN_MS,
    });
  }

  /** Whether no stream is to be begun any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes a place for a stream of an account, as {@link AccountPlaces.enter} does. */
  enter(accountId: AccountId): () => void {
    return this.#places.enter(accountId);
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
}
