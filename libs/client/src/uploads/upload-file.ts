import type { PostOptions, RequestOptions } from '../client-options.js';

/** Bytes that come one piece after another. */
export type ByteStream = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** A file with its name. */
export interface NamedContent {
  /** With its ending, .csv or .xlsx, which decides the type. */
  readonly name: string;
  /**
   * The bytes, or a function that opens them from the beginning at each attempt. If the function throws or reading fails, the upload
   * rejects with that error and is not repeated.
   */
  readonly content: Blob | Uint8Array | string | (() => ByteStream | Promise<ByteStream>);
  /** The number of bytes; only for a function, so that progress has an end. */
  readonly size?: number | undefined;
}

/** A file for an upload: the `File` of a page's input, or a name and its content. `fileOnDisk` of `@dialproof/client/node` makes one. */
export type UploadFile = NamedContent | (Blob & { readonly name: string });

/** The progress of an upload. It begins again at 0 when the upload is repeated. */
export interface UploadProgress {
  readonly sentBytes: number;
  /** Undefined if it is not known. */
  readonly totalBytes: number | undefined;
}

export interface PreviewOptions extends Omit<RequestOptions, 'timeoutMs'> {
  /** The longest time of one attempt, in milliseconds, in place of the client's `uploadTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** Is called as bytes are sent. In browsers an `XMLHttpRequest` then sends the file, since their `fetch` does not report progress. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface UploadOptions extends PreviewOptions, Pick<PostOptions, 'idempotencyKey'> {}

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
 * Releases a stream that may be unread. A stream of Node opens its file at once, so it has to be destroyed. A generator opens nothing
 * before it is first read.
 */
export async function release(stream: ByteStream): Promise<void> {
  if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  // A stream with a reader is released by the reader.
  if ('getReader' in stream && !stream.locked) await stream.cancel().catch(() => {});
}
