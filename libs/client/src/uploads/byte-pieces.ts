import type { ByteStream } from './upload-file.js';

/** The pieces of a stream. Not every browser can iterate a ReadableStream. Leaving before the end releases the source. */
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
    // A stream that has ended or failed needs no cancel.
    await reader.cancel().catch(() => {});
  }
}

/**
 * Releases a stream that may be unread. A stream of Node holds its file from the beginning, and an iterator that has not begun does not
 * close it. A generator that has not begun holds nothing.
 */
export async function release(stream: ByteStream): Promise<void> {
  if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  // A stream with a reader is released by the reader.
  if ('getReader' in stream && !stream.locked) await stream.cancel().catch(() => {});
}
