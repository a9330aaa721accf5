/**
 * The same content, with `tell` told of its failure before whoever reads it is. Not a generator: one that waits for the content would
 * not let go of it when it is left.
 */
export function onFailure(
  content: AsyncIterable<Uint8Array>,
  tell: (error: unknown) => void,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = content[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            return await pieces.next();
          } catch (error) {
            tell(error);
            throw error;
          }
        },
        return: async () => (await pieces.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
