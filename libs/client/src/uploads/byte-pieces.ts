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
