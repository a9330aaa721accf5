/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The time, which tests may move. */
export interface ClientClock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface DialproofClientOptions {
  /**
   * The mount of the API: requests go to `{baseUrl}/v1/...`. `http://localhost:3000` and `http://localhost:3000/v1` both work with the
   * example server. In a browser it may be relative, such as `/phones`.
   */
  readonly baseUrl: string;
  /** The Bearer token, or a function that is asked for it before each request. Left out where the host signs callers in otherwise. */
  readonly token?: string | (() => string | Promise<string>);
  /** Headers that every request carries, such as one against forged requests. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether cookies are sent. Default: that of `fetch`, which is `same-origin` in browsers. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
  /** The longest time for a reply, and for each further part of it, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** The longest time for one attempt to upload a file, in milliseconds. Default 600,000. */
  readonly uploadTimeoutMs?: number;
  /** How often a repeatable request is repeated, 0 to 10. Default 3. */
  readonly maxRetries?: number;
  /** The longest pause before a repeat, in milliseconds. A server that asks for more gets no repeat. Default 60,000. */
  readonly maxRetryDelayMs?: number;
  /**
   * Whether POST requests carry an `Idempotency-Key`, so that they can be repeated when an answer was lost. Default true. A server
   * remembers each key for a day and a bounded number of them for each account: turn it off for more single checks a day than that.
   */
  readonly idempotencyKeys?: boolean;
  /**
   * Ends the client: once it is aborted, every request, those under way too, rejects with the signal's reason. For a page whose user signs
   * out. Default: nothing ends it.
   */
  readonly signal?: AbortSignal;
  /** Default the machine's. */
  readonly clock?: ClientClock;
}

/** The options of one request. */
export interface RequestOptions {
  /** Gives the request up. The promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's. */
  readonly timeoutMs?: number | undefined;
  /** In place of the client's. */
  readonly maxRetries?: number | undefined;
}

/** The options of a POST that changes something. */
export interface PostOptions extends RequestOptions {
  /**
   * 1 to 255 characters. Give one of your own to repeat a request from another process, or after a restart: it is done and charged
   * once. Default: a random UUID for each call, kept over its repeats.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface VerifyOptions extends PostOptions {
  /** When the owner of the number gave consent: a date or a date-time of ISO 8601 that has passed. */
  readonly consentDate?: string | undefined;
  /** An age, such as `14d` or `12h`: an answer that the account's tasks have found since then is taken, at no credit. */
  readonly freshWithin?: string | undefined;
}
