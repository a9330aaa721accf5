import { type ApiOperation, OPERATIONS } from '../api/operations.js';
import type { PostOptions } from '../client-options.js';

/** A body that is opened for each attempt. */
export interface OpenedBody {
  readonly body: string | FormData | ReadableStream<Uint8Array>;
  readonly contentType?: string;
  /** Sends it in place of `fetch`. */
  readonly send?: (url: string, init: RequestInit) => Promise<Response>;
  /** The error of reading the caller's content; undefined if there is none. */
  contentFailure?(): { readonly error: unknown } | undefined;
  /** Releases its source. Safe twice. */
  close?(): Promise<void>;
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

/** The values of one request of an operation. */
export interface ApiCall {
  /** The item in its path. */
  readonly id?: string | undefined;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value that is sent as JSON, or what opens another body. */
  readonly body?: object | (() => Promise<OpenedBody>);
  readonly options?: PostOptions | undefined;
}

/** A request of the API. */
export interface ApiRequest {
  readonly operation: ApiOperation;
  /** Below the mount, with ids encoded. */
  readonly path: string;
  readonly query: ApiCall['query'];
  readonly headers: ApiCall['headers'];
  readonly body: (() => Promise<OpenedBody>) | undefined;
  readonly options: PostOptions;
}

/** The request of an operation. Throws TypeError for an id that is no text, or empty. */
export function requestOf(
  name: keyof typeof OPERATIONS,
  { id, query, headers, body, options = {} }: ApiCall,
): ApiRequest {
  const operation = OPERATIONS[name];
  return {
    operation,
    path: operation.path.replace(/\{\w+\}/, () => idSegment(id)),
    query,
    headers,
    body: body === undefined || typeof body === 'function' ? (body as ApiRequest['body']) : jsonBody(body),
    options,
  };
}

/** Throws TypeError for an id that is no text, or empty. */
export function idSegment(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw new TypeError('the id must be a text that is not empty');
  return encodeURIComponent(id);
}

function jsonBody(value: object): () => Promise<OpenedBody> {
  const body = JSON.stringify(value);
  return async () => ({ body, contentType: 'application/json' });
}

/** The query of an address with its question mark; empty without parameters. Lists are joined with commas. */
export function queryText(query: ApiRequest['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = given.toString();
  return text === '' ? '' : `?${text}`;
}
