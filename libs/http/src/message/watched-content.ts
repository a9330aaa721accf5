interface ContentWatcher {
  /** Before whoever reads the content is told. */
  failed(error: unknown): void;
  /** The content has come to its end, or whoever read it has left it. */
  finished(): void;
}

/** The same content, with `tell` told of its failure before whoever reads it is. */
export function onFailure(
  content: AsyncIterable<Uint8Array>,
  tell: (error: unknown) => void,
): AsyncIterable<Uint8Array> {
  return watched(content, { failed: tell, finished: () => {} });
}

/**
 * The same content, with `end` called once when it is over: when it has ended, has failed or was left, or when `signal` is aborted. A reply
 * that nobody begins to send, since its client has gone, is told of it by the signal alone.
 */
export function untilOver(
  content: AsyncIterable<Uint8Array>,
  end: () => void,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  let isOver = false;
  const over = (): void => {
    signal.removeEventListener('abort', over);
    if (isOver) return;
    isOver = true;
    end();
  };
  if (signal.aborted) over();
  else signal.addEventListener('abort', over);
  return watched(content, { failed: over, finished: over });
}

/** Not a generator: one that waits for the content would not let go of it when it is left. */
function watched(
  content: AsyncIterable<Uint8Array>,
  { failed, finished }: ContentWatcher,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = content[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const piece = await pieces.next();
            if (piece.done) finished();
            return piece;
          } catch (error) {
            failed(error);
            throw error;
          }
        },
        async return() {
          try {
            return (await pieces.return?.()) ?? { done: true, value: undefined };
          } finally {
            finished();
          }
        },
      };
    },
  };
}
