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

const NAMES: Readonly<Record<keyof DialproofClientOptions, true>> = {
  baseUrl: true,
  clock: true,
  credentials: true,
  fetch: true,
  headers: true,
  idempotencyKeys: true,
  maxRetries: true,
  maxRetryDelayMs: true,
  signal: true,
  timeoutMs: true,
  token: true,
  uploadTimeoutMs: true,
};

/** Throws TypeError for invalid values and for unknown options. */
export function checkedOptions(options: DialproofClientOptions): CheckedOptions {
  // The other packages use a function of core for this. This package does not import core.
  const unknown = Object.keys(options).find((name) => !(name in NAMES));
  if (unknown !== undefined) {
    throw new TypeError(`DialproofClient has no option ${unknown}, only ${Object.keys(NAMES).join(', ')}`);
  }
  const { token, fetch: given, credentials } = options;
  if (token !== undefined && typeof token !== 'function' && !isHeaderText(token)) {
    throw new TypeError('token must be a text without spaces or line ends, or a function');
  }
  return Object.freeze({
    baseUrl: checkedBaseUrl(options.baseUrl),
    token: async () => (typeof token === 'function' ? token() : token),
    headers: Object.freeze({ ...options.headers }),
    credentials,
    // Called without an object: browsers refuse a fetch that is called as a method of another object.
    fetch: given ?? ((url, init) => fetch(url, init)),
    hasOwnFetch: given === undefined,
    timeoutMs: whole('timeoutMs', options.timeoutMs, { fallback: 30_000, least: 1, most: LONGEST_MS }),
    uploadTimeoutMs: whole('uploadTimeoutMs', options.uploadTimeoutMs, {
      fallback: 600_000,
      least: 1,
      most: LONGEST_MS,
    }),
    maxRetries: whole('maxRetries', options.maxRetries, { fallback: 3, least: 0, most: 10 }),
    maxRetryDelayMs: whole('maxRetryDelayMs', options.maxRetryDelayMs, {
      fallback: 60_000,
      least: 0,
      most: LONGEST_MS,
    }),
    idempotencyKeys: options.idempotencyKeys ?? true,
    signal: options.signal,
    clock: options.clock ?? machineClock,
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
