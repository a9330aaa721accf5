import type { RequestOptions } from '../client-options.js';

export interface DownloadOptions extends RequestOptions {
  /**
   * Whether the server is asked for the digest of the result, for which it renders the result once more. Default true. Browsers have
   * every .csv compressed on its way, under a digest that scripts cannot check: there it is asked for with workbooks alone.
   */
  readonly digest?: boolean | undefined;
}

/** A result that is on its way. Whoever does not read it to its end calls `cancel`. */
export interface Download {
  /** As the server names it, after the upload: `people-verified.csv`. It has no folder in it. */
  readonly fileName: string;
  /** How many rows it has, without the header; undefined where a proxy has removed the header that says so. */
  readonly rows: number | undefined;
  readonly contentType: string;
  /** The tag of this result, the same for the same bytes. */
  readonly etag: string | undefined;
  /**
   * The bytes, once. Reading fails with `download_damaged` at their end when they have another digest or, for .csv, fewer rows than was
   * announced, and with `connection_failed` where the transfer broke off: nothing of them counts then.
   */
  readonly content: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** All bytes. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** All bytes as UTF-8. */
  text(): Promise<string>;
  /** All bytes as a Blob with the content type, for a link in a page. */
  blob(): Promise<Blob>;
  cancel(): Promise<void>;
}
