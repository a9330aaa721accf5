import type { RequestOptions } from '../client-options.js';

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

/** A request of the API. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the mount, with ids encoded: see {@link pathOf}. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: () => Promise<OpenedBody>;
  /** Whether anyone may ask, so that no token is sent. Default false. */
  readonly isOpen?: boolean;
  /** A POST that changes something: it has a key, the caller's own or, if that is undefined, a new one. */
  readonly key?: { readonly given: string | undefined };
  /** A POST that changes nothing and may be repeated. */
  readonly isReadOnly?: boolean;
  /** The code that a repeat of a delete is refused with when the first one was done and its answer lost. */
  readonly goneCode?: string;
  readonly options: RequestOptions;
}

/** A body of JSON. */
export function jsonBody(value: unknown): () => Promise<OpenedBody> {
  const body = JSON.stringify(value);
  return async () => ({ body, contentType: 'application/json' });
}

/** The path of an item: `pathOf('tasks', id, '/cancel')`. */
export function pathOf(before: string, id: string, after = ''): string {
  if (typeof id !== 'string' || id === '') throw new TypeError('the id must be a text that is not empty');
  return `${before}/${encodeURIComponent(id)}${after}`;
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
