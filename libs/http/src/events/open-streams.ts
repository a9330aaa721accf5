import type { AccountId } from '@dialproof/core';
import { AccountPlaces } from '../rates/account-places.js';

export interface StreamBounds {
  /** The most open streams in all. */
  readonly maxStreams: number;
  /** The most open streams of an account. */
  readonly maxStreamsPerAccount: number;
}

/** Most streams that end have a client that connects again by itself. */
const COME_AGAIN_MS = 5_000;

/** The open event streams. Their number is bounded, and all of them can be ended. */
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

  /** Whether no further stream may begin. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes a place for a stream of an account, as {@link AccountPlaces.enter} does. */
  enter(accountId: AccountId): () => void {
    return this.#places.enter(accountId);
  }

  /** Calls `end` when all streams have to end, at once if they are closed already. Call the returned function when the stream has ended. */
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
