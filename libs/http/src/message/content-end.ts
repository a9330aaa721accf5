/**
 * The same content, with `end` called once when it is over: when it has ended, has failed or was left, or when `signal` is aborted. A reply
 * that nobody begins to send, since its client has gone, is told of it by the signal alone. Not a generator: one that waits for the content
 * would not let go of it when it is left.
 */
export function untilOver(
  content: AsyncIterable<Uint8Array>,
  end: () => void,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const over = (): void => {
    signal.removeEventListener('abort', over);
    end();
  };
  if (signal.aborted) over();
  else signal.addEventListener('abort', over);
  return {
    [Symbol.asyncIterator]() {
      const pieces = content[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const piece = await pieces.next();
            if (piece.done) over();
            return piece;
          } catch (error) {
            over();
            throw error;
          }
        },
        async return() {
          try {
            return (await pieces.return?.()) ?? { done: true, value: undefined };
          } finally {
            over();
          }
        },
      };
    },
  };
}
