import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

/** The same content, compressed. Leaving it also leaves the content, even if nothing was read. */
export function gzipped(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const source = Readable.from(content, { objectMode: false });
      // Higher levels shrink lists of numbers only a little more, and take three times as long.
      const gzip = createGzip({ level: constants.Z_BEST_SPEED });
      // The reader gets every failure.
      pipeline(source, gzip, () => {});
      const pieces = gzip[Symbol.asyncIterator]();
      let isLeft = false;
      return {
        async next() {
          try {
            return await pieces.next();
          } catch (error) {
            // A reader that leaves while a piece is on its way has not failed.
            if (isLeft) return { done: true, value: undefined };
            throw error;
          }
        },
        async return() {
          isLeft = true;
          gzip.destroy();
          source.destroy();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
