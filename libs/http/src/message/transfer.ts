import type { Clock } from '@dialproof/core';
import { ReaderPace } from './reader-pace.js';

const PIECE_BYTES = 65_536;

export interface TransferOptions {
  readonly clock: Clock;
  /** A client that reads nothing for this time has stalled. */
  readonly timeoutMs: number;
}

/** Content that is being sent to one client. It is broken off when the client stalls or when its place is needed. */
export class Transfer {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #pace: ReaderPace;
  readonly #breaking = new AbortController();
  #leave: () => Promise<unknown> = async () => {};

  constructor({ clock, timeoutMs }: TransferOptions) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#pace = new ReaderPace(clock);
  }

  /** Aborted when the transfer is broken off: the content is left then, and the connection is to be cut. */
  get stalled(): AbortSignal {
    return this.#breaking.signal;
  }

  /** The pace of the client, see {@link ReaderPace}. */
  bytesPerSecond(): number | undefined {
    return this.#pace.bytesPerSecond();
  }

  /** Releases the content. Further reads fail from now on. Safe twice. */
  breakOff(): void {
    this.#breaking.abort();
    // The client has left, so the error concerns nobody.
    this.#leave().catch(() => {});
  }

  /**
   * The same content in pieces of at most 64 KiB. Call it once. It is broken off when the next piece, or the first one, is not requested in
   * time: a host may drop a reply. Time counts only while the server waits for the client. Not a generator: a waiting generator would not
   * release the content when it is left.
   */
  send(whole: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let pieces: AsyncIterator<Uint8Array> | undefined;
    let rest: Uint8Array = Buffer.alloc(0);
    let isLeft = false;
    const begun = () => (pieces ??= whole[Symbol.asyncIterator]());
    // It must not keep a process from ending.
    const wait = () => this.#clock.schedule(this.#timeoutMs, () => this.breakOff(), { isBackground: true });
    let cancelWait = wait();
    const leave = async (): Promise<IteratorReturnResult<undefined>> => {
      isLeft = true;
      cancelWait();
      await begun().return?.();
      return { done: true, value: undefined };
    };
    this.#leave = leave;
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      cancelWait();
      this.#breaking.signal.throwIfAborted();
      this.#pace.asked();
      if (rest.length === 0) {
        const { done, value } = await begun().next();
        if (done) return { done: true, value: undefined };
        rest = value;
      }
      const piece = rest.subarray(0, PIECE_BYTES);
      rest = rest.subarray(PIECE_BYTES);
      if (!isLeft) {
        cancelWait = wait();
        this.#pace.gave(piece.length);
      }
      return { done: false, value: piece };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
  }
}
