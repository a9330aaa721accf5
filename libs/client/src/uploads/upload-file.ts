import type { PostOptions, RequestOptions } from '../client-options.js';

/** Bytes that come one piece after another. */
export type ByteStream = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** A file with its name. */
export interface NamedContent {
  /** With its ending, .csv or .xlsx, which says what it is. */
  readonly name: string;
  /**
   * The bytes, or a function that opens them from the beginning at each try. An upload rejects with what it throws, or with what reading its bytes
   * fails with, and is not repeated then.
   */
  readonly content: Blob | Uint8Array | string | (() => ByteStream | Promise<ByteStream>);
  /** How many bytes there are; only for a function, so that progress has an end. */
  readonly size?: number | undefined;
}

/** A file to be uploaded: the `File` of a page's input as it is, or a name and its content. `fileOnDisk` of `@dialproof/client/node` makes one. */
export type UploadFile = NamedContent | (Blob & { readonly name: string });

/** How far an upload is. It begins again at 0 when the upload is repeated. */
export interface UploadProgress {
  readonly sentBytes: number;
  /** Undefined where nobody knows it. */
  readonly totalBytes: number | undefined;
}

export interface PreviewOptions extends Omit<RequestOptions, 'timeoutMs'> {
  /** How long one try may take, in milliseconds, in place of the client's `uploadTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** Is called as bytes leave. In browsers an `XMLHttpRequest` then sends the file, since their `fetch` does not tell. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface UploadOptions extends PreviewOptions, Pick<PostOptions, 'idempotencyKey'> {}
