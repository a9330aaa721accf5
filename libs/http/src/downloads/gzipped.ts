import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

/** The same content, compressed. Leaving it, before anything was read too, leaves the content. */
export function gzipped(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const source = Readable.from(content, { objectMode: false });
      // Lists of numbers shrink little more at higher levels, and those take three times as long.
      const gzip = createGzip({ level: constants.Z_BEST_SPEED });
      // Whatever fails is told to whoever reads.
      pipeline(source, gzip, () => {});
      const pieces = gzip[Symbol.asyncIterator]();
      let isLeft = false;
      return {
        async next() {
          try {
            return await pieces.next();
          } catch (error) {
            // Whoever leaves while a piece is on its way has not failed.
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
