import type { Readable } from 'node:stream';

/** A request of any framework, as an adapter gives it to the contract. */
export interface HttpRequest {
  /** The method, in capitals. */
  readonly method: string;
  /** The path below the place where the host has mounted the contract, still percent-encoded, without the query. */
  readonly path: string;
  /** The query behind the question mark; empty when there is none. */
  readonly query: string;
  /** The request's body, unread unless the host has read it. */
  readonly body: Readable;
  /** Whether the whole body has arrived, as far as is known. */
  readonly isWhole: boolean;
  /**
   * The result of a body parser of the host, undefined if there is none: it counts only when `body` has been read. For an
   * upload it is the bytes of the form. After a refusal of the parser it is a DialproofError, with which the
   * request is refused, read or not.
   */
  readonly parsedBody: unknown;
  /** The framework's own request, for the host's authenticator. */
  readonly raw: unknown;
  /** Aborted when the client goes away before it has its whole reply. Made when it is first read: most requests need none. */
  readonly signal: AbortSignal;
  /** The value of a header, undefined when the request has none. `name` is in lower case. */
  header(name: string): string | undefined;
}

/** A reply of the contract. */
export interface HttpReply {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Text, complete, with its length among the headers; or a stream that is read as fast as the client takes it and is left (by
   * `return()`) when the client goes away. A stream that fails must reach the client as a broken transfer, not as an end.
   */
  readonly body: string | AsyncIterable<Uint8Array>;
  /**
   * Of a stream: aborted when its client has taken nothing of it for `stallTimeoutMs`, or reads too slowly. The
   * stream is left then, and the adapter cuts the connection, whose buffers would be held otherwise.
   */
  readonly stalled?: AbortSignal;
}

/** A JSON reply. Caches must not keep it: every reply holds one account's data. */
export function jsonReply(status: number, value: unknown): HttpReply {
  const body = JSON.stringify(value);
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
    },
    body,
  };
}

/** Closes a reply's stream that nobody will read. */
export function leaveUnread(body: HttpReply['body']): void {
  if (typeof body === 'string') return;
  // The caller has another reply, so a failure to close this one does not matter.
  body[Symbol.asyncIterator]()
    .return?.()
    .catch(() => {});
}
