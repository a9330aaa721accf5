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
export interface ApiRequest extends Pick<ApiCall, 'headers'> {
  readonly operation: ApiOperation;
  /** The path below the mount, with ids encoded, and the query. */
  readonly target: string;
  readonly body: (() => Promise<OpenedBody>) | undefined;
  readonly options: PostOptions;
}

/** The request of an operation. Throws TypeError for an id that is no text, or empty. */
export function requestOf(
  name: keyof typeof OPERATIONS,
  { id, query, body, options = {}, ...others }: ApiCall,
): ApiRequest {
  const operation = OPERATIONS[name];
  const path = operation.path.replace(/\{\w+\}/, () => idSegment(id));
  return { ...others, operation, target: `${path}${queryText(query)}`, body: openedBody(body), options };
}

/** Throws TypeError for an id that is no text, or empty. */
export function idSegment(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw new TypeError('the id must be a text that is not empty');
  return encodeURIComponent(id);
}

function openedBody(body: ApiCall['body']): ApiRequest['body'] {
  if (body === undefined || isOpener(body)) return body;
  const text = JSON.stringify(body);
  return async () => ({ body: text, contentType: 'application/json' });
}

function isOpener(body: NonNullable<ApiCall['body']>): body is () => Promise<OpenedBody> {
  return typeof body === 'function';
}

/** The query of an address with its question mark; empty without parameters. Lists are joined with commas. */
function queryText(query: ApiCall['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  const text = given.toString();
  return text === '' ? '' : `?${text}`;
}
