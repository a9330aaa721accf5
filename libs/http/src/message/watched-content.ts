interface ContentWatcher {
  /** Called before the reader gets the failure. */
  failed(error: unknown): void;
  /** Called when the content has ended, or its reader has left. */
  finished(): void;
}

/** The same content; `report` is called with its failure before the reader gets it. */
export function onFailure(
  content: AsyncIterable<Uint8Array>,
  report: (error: unknown) => void,
): AsyncIterable<Uint8Array> {
  return watched(content, { failed: report, finished: () => {} });
}

/**
 * The same content; `end` is called once, when it has ended, has failed or was left, or when `signal` is aborted. If the client has gone
 * before its reply is sent, only the signal shows that.
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

/** Not a generator: a waiting generator would not release the content when it is left. */
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
