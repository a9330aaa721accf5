import { ReaderPace } from './reader-pace.js';

const PIECE_BYTES = 65_536;

export interface TransferOptions {
  /** A client that takes nothing for so long has stalled. */
  readonly timeoutMs: number;
  /** Default a pace by the process's own time. */
  readonly pace?: ReaderPace;
}

/** Content on its way to one client, which is broken off when the client stalls or when somebody else needs what it holds. */
export class Transfer {
  readonly #timeoutMs: number;
  readonly #pace: ReaderPace;
  readonly #breaking = new AbortController();
  #leave: () => Promise<unknown> = async () => {};

  constructor({ timeoutMs, pace = new ReaderPace() }: TransferOptions) {
    this.#timeoutMs = timeoutMs;
    this.#pace = pace;
  }

  /** Aborted when the transfer is broken off: the content is left then, and the connection is to be cut. */
  get stalled(): AbortSignal {
    return this.#breaking.signal;
  }

  /** How fast the client takes the content, see {@link ReaderPace}. */
  bytesPerSecond(): number | undefined {
    return this.#pace.bytesPerSecond();
  }

  /** Lets go of what the content holds. Asking for more of it fails from now on. Safe twice. */
  breakOff(): void {
    this.#breaking.abort();
    // Nobody is there any more to whom it could make a difference.
    this.#leave().catch(() => {});
  }

  /**
   * The same content in pieces of at most 64 KiB, to be called once. It is broken off when nobody asks for the next piece in time, or for the first
   * one: a host may drop a reply that it was given. Time counts only while it is the client who keeps everybody waiting. Not a generator: one that
   * waits for the content would not let go of it when it is left.
   */
  send(whole: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let pieces: AsyncIterator<Uint8Array> | undefined;
    let rest: Uint8Array = Buffer.alloc(0);
    let isLeft = false;
    const begun = () => (pieces ??= whole[Symbol.asyncIterator]());
    // It must not keep a process from ending.
    const wait = () => setTimeout(() => this.breakOff(), this.#timeoutMs).unref();
    let timer: NodeJS.Timeout = wait();
    const leave = async (): Promise<IteratorReturnResult<undefined>> => {
      isLeft = true;
      clearTimeout(timer);
      await begun().return?.();
      return { done: true, value: undefined };
    };
    this.#leave = leave;
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      clearTimeout(timer);
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
        timer = wait();
        this.#pace.gave(piece.length);
      }
      return { done: false, value: piece };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
  }
}
