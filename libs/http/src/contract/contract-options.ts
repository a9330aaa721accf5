import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { AccountRegistry, Authenticator, VerificationService } from '@dialproof/core';
import { z } from 'zod';
import type { ContractWebhooks } from '../operations/webhooks.js';
import { type RateLimits, rateLimitsShape } from '../rates/rate-limits.js';
import { type AccountOfRequest, authenticatorOf } from '../sign-in/account-of-request.js';
import type { ContractObserver } from './contract-observer.js';
import type { CorsOptions } from './cross-origin.js';
import { type TellFailure, warnOfFailures } from './failure-warning.js';

/** How many requests may wait on one connection, here and where a server of one's own does all of it in turn. */
export const MAX_PIPELINED = 100;

/** The options of the contract. `FrameworkRequest` is the type of request that `account` is given. */
export interface HttpContractOptions<FrameworkRequest extends object = object> {
  /** What does the work. */
  readonly service: VerificationService;
  /** Tells whose request it is, from the Bearer token. Exactly one of this and `account` is given. */
  readonly authenticator?: Authenticator;
  /**
   * Tells whose request it is, from the user that the host's middleware has put on the framework's request: in place of
   * `authenticator`. It is not asked about a request whose body a parser of the host has refused, since the sign-in may come behind that
   * parser: such a request is answered with the parser's refusal.
   */
  readonly account?: AccountOfRequest<FrameworkRequest>;
  /** Opens accounts for `POST /v1/accounts`. Without it that path is not the contract's. */
  readonly accounts?: AccountRegistry;
  /**
   * The webhooks of the accounts, as `createWebhooks` of @dialproof/webhooks makes them. Without them, the operations on webhooks are refused
   * with `not_supported`.
   */
  readonly webhooks?: ContractWebhooks;
  /**
   * How often accounts and addresses may ask, see {@link RateLimits}. Requests beyond it are refused with `too_many_requests` and `Retry-After`;
   * replies carry `RateLimit-Policy` and `RateLimit`. Default null: nothing is counted.
   */
  readonly rates?: RateLimits | null;
  /**
   * The address that a request came from, for the limits of `rates` that are for addresses; undefined where nobody knows it: such requests are
   * not counted. Default: `ip` of the framework's request, or the address of its socket. Whoever stands behind a proxy that the framework does not
   * know of gives this, since all callers have the proxy's address otherwise.
   */
  address?(request: FrameworkRequest): string | undefined;
  /** Headers that every reply carries. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The origins whose pages may call the contract from a browser. Their preflights are answered before anybody is authenticated. Default
   * null: that is left to the host's own middleware.
   */
  readonly cors?: CorsOptions | null;
  /** The largest JSON body, in bytes. Default 65,536. */
  readonly maxJsonBytes?: number;
  /** The most that an upload's form may hold besides its file, in bytes. Default 65,536. */
  readonly maxFormBytes?: number;
  /**
   * How many requests with an `Idempotency-Key` are remembered of an account, each for a day: some 500 bytes in the store of replays, or
   * more where the reply shows a task. One more is refused with `too_many_requests`. Default 100,000.
   */
  readonly maxKeysPerAccount?: number;
  /**
   * How long an event stream may be silent before it sends a line that clients skip, in milliseconds, at most 2,147,483,647. Proxies
   * cut connections on which nothing has moved for a while, many after 60 seconds, some after 30. As often, the authenticator (or `account`) is
   * asked again while a stream or a download goes on, and ends those of a caller whom it no longer knows, and all when it has failed four times in
   * a row. Default 15,000.
   */
  readonly heartbeatMs?: number;
  /** How many event streams may be open in all. More are refused with `overloaded`. Default 1,000. */
  readonly maxStreams?: number;
  /** How many event streams an account may have open. More are refused with `too_many_requests`. Default 50. */
  readonly maxStreamsPerAccount?: number;
  /** How many downloads may be under way in all. More are refused with `overloaded`. Default 64. */
  readonly maxDownloads?: number;
  /** How many downloads an account may have under way. More are refused with `too_many_requests`. Default 10. */
  readonly maxDownloadsPerAccount?: number;
  /**
   * How long a client may leave a piece of a download or an event stream, of at most 64 KiB, untaken, in milliseconds, at most 2,147,483,647. Then
   * the transfer is broken off, and what it holds is let go of. Default 60,000.
   */
  readonly stallTimeoutMs?: number;
  /**
   * When a request is refused before all of it has arrived, the rest is read and thrown away within these bounds, since most
   * clients look for the reply only when they have sent everything. Then the connection is closed.
   */
  readonly discard?: {
    /** Default 67,108,864 (64 MiB). */
    readonly maxBytes?: number;
    /** Default 10,000. */
    readonly timeoutMs?: number;
  };
  /**
   * How many requests may wait on one connection of node:http for the replies before them: clients may send several without waiting
   * (pipelining), and one is served at a time. A connection with more is closed. Default 100.
   */
  readonly maxPipelined?: number;
  /**
   * Told of every failure that the caller sees as a 5xx or as a broken transfer, with its cause, which the caller never sees; and of an
   * authenticator that fails while a stream or a download goes on, the first time in a row for each of them.
   * `operation` is undefined where the path does not take the request's method. Default: a line through `process.emitWarning`, once a
   * minute for failures that say the same.
   */
  readonly onError?: TellFailure;
  /** Is told of each request with its operation, status and duration, for metrics and audit logs. Default null: nobody is, at no cost. */
  readonly observer?: ContractObserver | null;
}

export interface DiscardLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export interface HttpContractSettings {
  readonly service: VerificationService;
  readonly authenticator: Authenticator;
  /** Whether callers are known by the host's middleware alone, which has not seen a request that a parser before it has refused. */
  readonly hostSignsIn: boolean;
  readonly accounts: AccountRegistry | undefined;
  readonly webhooks: ContractWebhooks | null;
  readonly rates: RateLimits | null;
  readonly address: ((request: object) => string | undefined) | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly cors: CorsOptions | null;
  readonly maxJsonBytes: number;
  readonly maxFormBytes: number;
  readonly maxKeysPerAccount: number;
  readonly heartbeatMs: number;
  readonly maxStreams: number;
  readonly maxStreamsPerAccount: number;
  readonly maxDownloads: number;
  readonly maxDownloadsPerAccount: number;
  readonly stallTimeoutMs: number;
  readonly discard: DiscardLimits;
  readonly maxPipelined: number;
  readonly onError: TellFailure;
  readonly observer: ContractObserver | null;
}

/** A timer cannot wait longer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const bytes = z.int().positive();
const optionsShape = z.strictObject({
  service: hasMethods<VerificationService>(
    'verify',
    'submit',
    'task',
    'preview',
    'uploadTurn',
    'list',
    'cancel',
    'retry',
    'remove',
    'results',
    'watch',
    'balance',
    'statement',
  ),
  authenticator: hasMethods<Authenticator>('authenticate').optional(),
  account: z
    .custom<AccountOfRequest>((value) => typeof value === 'function', 'must be a function of the request')
    .optional(),
  accounts: hasMethods<AccountRegistry>('register').optional(),
  webhooks: hasMethods<ContractWebhooks>('create', 'list', 'remove', 'rotate', 'replay')
    .nullable()
    .default(null),
  rates: rateLimitsShape.nullable().default(null),
  address: z
    .custom<(request: object) => string | undefined>(
      (value) => typeof value === 'function',
      'must be a function',
    )
    .optional(),
  headers: z.record(z.string(), z.string()).default({}).transform(lowerCaseNames),
  cors: z
    .strictObject({
      origins: z.array(z.string().refine(isOrigin, 'must be origins, such as https://app.example.com, or *')),
      exposedHeaders: z.array(z.string()).transform(lowerCaseAll).default([]),
    })
    .nullable()
    .default(null),
  maxJsonBytes: bytes.default(65_536),
  maxFormBytes: bytes.default(65_536),
  maxKeysPerAccount: z.int().positive().default(100_000),
  heartbeatMs: z.int().positive().max(MAX_TIMER_MS).default(15_000),
  maxStreams: z.int().positive().default(1_000),
  maxStreamsPerAccount: z.int().positive().default(50),
  maxDownloads: z.int().positive().default(64),
  maxDownloadsPerAccount: z.int().positive().default(10),
  stallTimeoutMs: z.int().positive().max(MAX_TIMER_MS).default(60_000),
  discard: z
    .strictObject({ maxBytes: bytes.default(67_108_864), timeoutMs: z.int().positive().default(10_000) })
    .prefault({}),
  maxPipelined: z.int().nonnegative().default(MAX_PIPELINED),
  onError: z.custom<TellFailure>((value) => typeof value === 'function').default(() => warnOfFailures()),
  observer: hasMethods<ContractObserver>('onRequest').nullable().default(null),
});

/** The options checked and with their defaults. Throws TypeError that names what is wrong. */
export function readOptions(options: HttpContractOptions): HttpContractSettings {
  const { data, error } = optionsShape.safeParse(options);
  if (error !== undefined)
    throw new TypeError(`bad options for the HTTP contract:\n${z.prettifyError(error)}`);
  const { account, authenticator, ...settings } = data;
  return Object.freeze({
    ...settings,
    authenticator: authenticatorIn({ account, authenticator }),
    hostSignsIn: account !== undefined,
    accounts: data.accounts,
    address: data.address,
  });
}

function authenticatorIn({
  account,
  authenticator,
}: {
  readonly account: AccountOfRequest | undefined;
  readonly authenticator: Authenticator | undefined;
}): Authenticator {
  if (account === undefined && authenticator !== undefined) return authenticator;
  if (account !== undefined && authenticator === undefined) return authenticatorOf(account);
  throw new TypeError(
    `bad options for the HTTP contract: give an authenticator, or account, which names the account of a request, not ${account === undefined ? 'neither' : 'both'}`,
  );
}

function hasMethods<T>(...names: readonly (keyof T & string)[]) {
  return z.custom<T>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      names.every((name) => typeof Reflect.get(value, name) === 'function'),
    `must be an object with the methods ${names.join(', ')}`,
  );
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lowered: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lowered[name.toLowerCase()] = value;
  }
  return Object.freeze(lowered);
}

/** Whether a text is an origin as browsers send it. */
function isOrigin(text: string): boolean {
  if (text === '*') return true;
  return URL.canParse(text) && new URL(text).origin === text;
}

function lowerCaseAll(names: readonly string[]): string[] {
  for (const name of names) validateHeaderName(name);
  return names.map((name) => name.toLowerCase());
}
