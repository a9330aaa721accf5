import type { ByteStream } from './upload-file.js';

/** The pieces of a stream. Not every browser can iterate a ReadableStream. Whoever leaves before the end lets go of the source. */
export async function* iterable(stream: ByteStream): AsyncGenerator<Uint8Array, void, undefined> {
  if (!('getReader' in stream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Nothing is left to be cancelled of a stream that has ended or failed.
    await reader.cancel().catch(() => {});
  }
}

/**
 * Lets go of a stream of which nothing may have been read. One of Node holds its file from the beginning, which an iterator that has not
 * begun does not close. A generator that has not begun holds nothing.
 */
export async function release(stream: ByteStream): Promise<void> {
  if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  // A stream with a reader is let go of by whoever reads it.
  if ('getReader' in stream && !stream.locked) await stream.cancel().catch(() => {});
}
