import { AccountSlots } from '../rates/account-slots.js';

export interface StreamBounds {
  /** The most open streams in all. */
  readonly maxStreams: number;
  /** The most open streams of an account. */
  readonly maxStreamsPerAccount: number;
}

/** Streams end often enough: their clients connect again by themselves. */
const RETRY_AFTER_MS = 5_000;

/** The open event streams. Their number is bounded, and all of them can be ended. */
export class OpenStreams {
  readonly slots: AccountSlots;
  readonly #ends = new Set<() => void>();
  #isClosed = false;

  constructor({ maxStreams, maxStreamsPerAccount }: StreamBounds) {
    this.slots = new AccountSlots({
      max: maxStreams,
      maxPerAccount: maxStreamsPerAccount,
      things: 'event streams',
      advice: 'close one, or poll',
      retryAfterMs: RETRY_AFTER_MS,
    });
  }

  /** Whether no further stream may begin. */
  get isClosed(): boolean {
    return this.#isClosed;
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
