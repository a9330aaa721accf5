import type { ClientClock, DialproofClientOptions, Fetch } from '../client-options.js';

/** The client's options, with defaults. */
export interface CheckedOptions {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: () => Promise<string | undefined>;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: DialproofClientOptions['credentials'];
  readonly fetch: Fetch;
  /** Whether `fetch` is the runtime's own. */
  readonly hasOwnFetch: boolean;
  readonly timeoutMs: number;
  readonly uploadTimeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryDelayMs: number;
  readonly idempotencyKeys: boolean;
  readonly signal: AbortSignal | undefined;
  readonly clock: ClientClock;
}

/** The longest time that timers know. */
export const LONGEST_MS = 2_147_483_647;

/** Throws TypeError for invalid values and for unknown options. */
export function checkedOptions(options: DialproofClientOptions): CheckedOptions {
  const {
    baseUrl,
    clock = machineClock,
    credentials,
    fetch: given,
    headers,
    idempotencyKeys = true,
    maxRetries,
    maxRetryDelayMs,
    signal,
    timeoutMs,
    token,
    uploadTimeoutMs,
    ...others
  } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`DialproofClient has no option ${unknown}`);
  if (token !== undefined && typeof token !== 'function' && !isHeaderText(token)) {
    throw new TypeError('token must be a text without spaces or line ends, or a function');
  }
  const time = { least: 1, most: LONGEST_MS };
  return Object.freeze({
    baseUrl: checkedBaseUrl(baseUrl),
    token: async () => (typeof token === 'function' ? token() : token),
    headers: Object.freeze({ ...headers }),
    credentials,
    // Called without an object: browsers refuse a fetch that is called as a method of another object.
    fetch: given ?? ((url, init) => fetch(url, init)),
    hasOwnFetch: given === undefined,
    timeoutMs: whole('timeoutMs', timeoutMs, { fallback: 30_000, ...time }),
    uploadTimeoutMs: whole('uploadTimeoutMs', uploadTimeoutMs, { fallback: 600_000, ...time }),
    maxRetries: whole('maxRetries', maxRetries, { fallback: 3, least: 0, most: 10 }),
    maxRetryDelayMs: whole('maxRetryDelayMs', maxRetryDelayMs, { fallback: 60_000, ...time, least: 0 }),
    idempotencyKeys,
    signal,
    clock,
  });
}

/** A whole number within limits. */
export function whole(
  name: string,
  value: number | undefined,
  { fallback, least, most }: { readonly fallback: number; readonly least: number; readonly most: number },
): number {
  if (value === undefined) return fallback;
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new TypeError(`${name} must be a whole number from ${least} to ${most}, it is ${value}`);
  }
  return value;
}

function isHeaderText(text: unknown): boolean {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);
}

function checkedBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string' || !/^(https?:\/\/[^/]|\/(?!\/)|$)/i.test(baseUrl)) {
    throw new TypeError('baseUrl must be an http or https address, or in a browser a path such as "/phones"');
  }
  if (/[?#]/.test(baseUrl)) throw new TypeError('baseUrl must have no query and no fragment');
  return baseUrl.replace(/\/+$/, '');
}

/** The machine's time. A pause that is given up leaves no timer behind. */
export const machineClock: ClientClock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      }, ms);
      if (signal?.aborted) giveUp();
      else signal?.addEventListener('abort', giveUp, { once: true });
    }),
};
