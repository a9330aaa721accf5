import type { RequestOptions } from '../client-options.js';

export interface DownloadOptions extends RequestOptions {
  /**
   * Whether the server is asked for the digest of the result, for which it renders the result once more. Default true. Browsers have
   * every .csv compressed on its way, under a digest that scripts cannot check: there it is asked for with workbooks alone.
   */
  readonly digest?: boolean | undefined;
}

/** A result that is being downloaded. Call `cancel` if it is not read to its end. */
export interface Download {
  /** The server's name for it, after the upload: `people-verified.csv`, without a folder. */
  readonly fileName: string;
  /** The number of rows without the header; undefined if a proxy has removed that header of the reply. */
  readonly rows: number | undefined;
  readonly contentType: string;
  /** The tag of this result, the same for the same bytes. */
  readonly etag: string | undefined;
  /**
   * The bytes, readable once. Reading fails at the end with `download_damaged` if they have another digest or, for .csv, fewer rows than
   * announced, and with `connection_failed` if the transfer broke off: then none of them is valid.
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
