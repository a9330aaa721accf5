/** A client that takes less than that in `timeoutMs` has stalled. */
const PIECE_BYTES = 65_536;

/** Content that is let go of when its client stalls. */
export interface StallingContent {
  readonly content: AsyncIterable<Uint8Array>;
  /** Aborted when the client has stalled: the content is left then, and the connection is to be cut. */
  readonly stalled: AbortSignal;
}

/**
 * The same content in pieces of at most 64 KiB. Whoever has got a piece and asks for no other within `timeoutMs` has stalled: what the content
 * holds is let go of, and asking for more fails. Time counts only while it is the client who keeps everybody waiting. Not a generator: one that
 * waits for the content would not let go of it when it is left.
 */
export function unlessStalled(whole: AsyncIterable<Uint8Array>, timeoutMs: number): StallingContent {
  const stalling = new AbortController();
  const { signal: stalled } = stalling;
  const content = {
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
      const pieces = whole[Symbol.asyncIterator]();
      let rest: Uint8Array = Buffer.alloc(0);
      let timer: NodeJS.Timeout | undefined;
      let isLeft = false;
      const leave = async (): Promise<IteratorReturnResult<undefined>> => {
        isLeft = true;
        clearTimeout(timer);
        await pieces.return?.();
        return { done: true, value: undefined };
      };
      const stall = (): void => {
        stalling.abort();
        // Nobody is there any more to whom it could make a difference.
        leave().catch(() => {});
      };
      return {
        async next() {
          clearTimeout(timer);
          stalled.throwIfAborted();
          if (rest.length === 0) {
            const { done, value } = await pieces.next();
            if (done) return { done: true, value: undefined };
            rest = value;
          }
          const piece = rest.subarray(0, PIECE_BYTES);
          rest = rest.subarray(PIECE_BYTES);
          // It must not keep a process from ending.
          if (!isLeft) timer = setTimeout(stall, timeoutMs).unref();
          return { done: false, value: piece };
        },
        return: leave,
      };
    },
  };
  return { content, stalled };
}
