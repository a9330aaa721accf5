import { validateHeaderName, validateHeaderValue } from 'node:http';
import { inspect } from 'node:util';
import {
  type AccountRegistry,
  type AccountTokens,
  type Authenticator,
  assertOptionNames,
  type Clock,
  LONGEST_TIMER_MS,
  type OptionNames,
  systemClock,
  type VerificationService,
} from '@dialproof/core';
import { z } from 'zod';
import type { OperationName } from '../operations/operations.js';
import type { ContractWebhooks } from '../operations/webhooks/contract-webhooks.js';
import { ADDRESS_POLICIES, type RateLimits, rateLimitsShape } from '../rates/rate-limits.js';
import { type AccountOfRequest, authenticatorOf } from '../sign-in/account-of-request.js';
import type { ContractObserver } from './contract-observer.js';
import type { CorsOptions } from './cross-origin.js';

/** The options of the contract. `FrameworkRequest` is the type of the argument of `account`. */
export interface HttpContractOptions<FrameworkRequest extends object = object> {
  /** The service that does the work. */
  readonly service: VerificationService;
  /** Finds the account of a request by its Bearer token. Give exactly one of this and `account`. */
  readonly authenticator?: Authenticator;
  /**
   * Finds the account of a request by the user that the host's middleware has put on the framework's request: in place of
   * `authenticator`. It is not called if a parser of the host has refused the body, since the sign-in may come behind that
   * parser: such a request is answered with the parser's refusal.
   */
  readonly account?: AccountOfRequest<FrameworkRequest>;
  /**
   * The origins, such as `https://app.example.com`, whose pages may send requests that something else than a Bearer token signs in: a
   * cookie, for example. Requests of all other origins' pages are refused with `cross_site_request`, those of other hosts of the same site
   * too. Give the public origin of this server if browsers reach it without TLS through a proxy that changes `Host`. Default none.
   */
  readonly trustedOrigins?: readonly string[];
  /** Opens accounts for `POST /v1/accounts`. Without it the contract does not have that path. */
  readonly accounts?: AccountRegistry;
  /**
   * The webhooks of the accounts, as `createWebhooks` of @dialproof/webhooks makes them. Without them, the operations on webhooks are
   * refused with `not_supported`.
   */
  readonly webhooks?: ContractWebhooks;
  /**
   * Lets accounts make, list and revoke their own tokens, as `SqlAccountTokens` of @dialproof/sql does. Without it, the operations on
   * tokens are refused with `not_supported`.
   */
  readonly tokens?: AccountTokens;
  /**
   * The limits on requests of accounts and addresses, see {@link RateLimits}. Requests beyond a limit are refused with `too_many_requests`
   * and `Retry-After`; replies carry `RateLimit-Policy` and `RateLimit`. Default null: nothing is counted.
   */
  readonly rates?: RateLimits | null;
  /**
   * The address of a request, for those limits of `rates` that count by address: they need it. Requests without a known address count
   * together. The adapters of node:http, Express, Fastify and Nest have a default, {@link nodeAddress}. Give it behind a proxy that the
   * framework does not know, since otherwise all callers have the proxy's address. Believe a header such as X-Forwarded-For only if your
   * own proxy sets it: otherwise every guess has an address of its own.
   */
  address?(request: FrameworkRequest): string | undefined;
  /** Headers that every reply carries. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The origins whose pages may call the contract from a browser. Their preflights are answered before authentication. Default
   * null: the host's own middleware handles CORS.
   */
  readonly cors?: CorsOptions | null;
  /** The source of time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The largest JSON body, in bytes. Default 65,536. */
  readonly maxJsonBytes?: number;
  /** The most bytes of an upload's form besides its file. Default 65,536. */
  readonly maxFormBytes?: number;
  /**
   * The most bytes of uploads that this contract keeps in memory for callers who ask a preview to keep its file, each for ten minutes after
   * its last use; half of them for one account at most. Each contract of a process has its own. 0 switches this off. Default 67,108,864
   * (64 MiB).
   */
  readonly maxKeptUploadBytes?: number;
  /**
   * The most requests with an `Idempotency-Key` that are remembered for an account, each for a day. Each takes some 500 bytes in the store
   * of replays, or more if the reply shows a task. One more is refused with `too_many_requests`. Default 100,000.
   */
  readonly maxKeysPerAccount?: number;
  /**
   * The silence of an event stream after which it sends a line that clients skip, in milliseconds, at most 2,147,483,647. Proxies cut
   * silent connections, many after 60 seconds, some after 30. At the same interval, the authenticator (or `account`) is called again during
   * a stream or a download, which ends when the caller is no longer known or the call fails. Default 15,000.
   */
  readonly heartbeatMs?: number;
  /**
   * The most open event streams of this contract: each contract of a process counts its own. More are refused with `overloaded`. Default
   * 1,000.
   */
  readonly maxStreams?: number;
  /** The most open event streams of an account. More are refused with `too_many_requests`. Default 50. */
  readonly maxStreamsPerAccount?: number;
  /**
   * The most running downloads of this contract: each contract of a process counts its own. More are refused with `overloaded`. Default 64.
   */
  readonly maxDownloads?: number;
  /** The most running downloads of an account. More are refused with `too_many_requests`. Default 10. */
  readonly maxDownloadsPerAccount?: number;
  /**
   * Whether downloads of CSV are compressed for clients that accept it. false for a framework that drops the header Content-Encoding, as
   * Next.js does: a client would get compressed bytes and not know it. Default true.
   */
  readonly compressDownloads?: boolean;
  /**
   * The longest time in which a client reads nothing of a download or an event stream, in pieces of at most 64 KiB, or in which a host does
   * not begin to read such a reply, in milliseconds, at most 2,147,483,647. Then the transfer is broken off, and its resources are
   * released. Default 60,000.
   */
  readonly stallTimeoutMs?: number;
  /**
   * Gets every failure that the caller sees as a 5xx or as a broken transfer, with its cause, which the caller never sees. `operation` is
   * undefined if the path does not take the request's method. Default: `process.emitWarning`, once a minute for
   * failures with the same text.
   */
  readonly onError?: ErrorHandler;
  /** Gets each request with its operation, status and duration, for metrics and audit logs. Default null: none, at no cost. */
  readonly observer?: ContractObserver | null;
}

const bytes = z.int().positive();
const milliseconds = z.int().positive().max(LONGEST_TIMER_MS);
const optionsShape = z.strictObject({
  // Enough to refuse what is no service, such as the promise of one. The compiler asks for the other methods.
  service: hasMethods<VerificationService>('verify', 'submit', 'task'),
  authenticator: hasMethods<Authenticator>('authenticate').optional(),
  account: z
    .custom<AccountOfRequest>((value) => typeof value === 'function', 'must be a function of the request')
    .optional(),
  trustedOrigins: z
    .array(z.string().refine(isOnlyOrigin, 'must be origins, such as https://app.example.com'))
    .default([]),
  accounts: hasMethods<AccountRegistry>('register').optional(),
  webhooks: hasMethods<ContractWebhooks>('create', 'list', 'remove', 'rotate', 'replay', 'deliveries')
    .nullable()
    .default(null),
  tokens: hasMethods<AccountTokens>('issue', 'list', 'revoke').nullable().default(null),
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
  clock: hasMethods<Clock>('now', 'elapsed', 'schedule').default(systemClock),
  maxJsonBytes: bytes.default(65_536),
  maxFormBytes: bytes.default(65_536),
  maxKeptUploadBytes: z.int().nonnegative().default(67_108_864),
  maxKeysPerAccount: z.int().positive().default(100_000),
  heartbeatMs: milliseconds.default(15_000),
  maxStreams: z.int().positive().default(1_000),
  maxStreamsPerAccount: z.int().positive().default(50),
  maxDownloads: z.int().positive().default(64),
  maxDownloadsPerAccount: z.int().positive().default(10),
  compressDownloads: z.boolean().default(true),
  stallTimeoutMs: milliseconds.default(60_000),
  onError: z.custom<ErrorHandler>((value) => typeof value === 'function').optional(),
  observer: hasMethods<ContractObserver>('onRequest').nullable().default(null),
} satisfies Readonly<Record<keyof HttpContractOptions, z.ZodType>>);

// The keys of the shape are all of the names.
const OPTION_NAMES = Object.fromEntries(
  Object.keys(optionsShape.shape).map((name) => [name, true]),
) as OptionNames<HttpContractOptions>;

export type HttpContractSettings = ReturnType<typeof readOptions>;

/** The checked options with their defaults. Throws TypeError that names the wrong option. */
export function readOptions(options: HttpContractOptions) {
  assertOptionNames('the HTTP contract', options, OPTION_NAMES);
  const { data, error } = optionsShape.safeParse(options);
  if (error !== undefined)
    throw new TypeError(`bad options for the HTTP contract:\n${z.prettifyError(error)}`);
  const { account, authenticator, ...settings } = data;
  assertAddresses(data.address, data.rates);
  return Object.freeze({
    ...settings,
    authenticator: authenticatorIn({ account, authenticator }),
    /** Whether only the host's middleware knows the callers; it has not seen a request that a parser in front of it has refused. */
    hostSignsIn: account !== undefined,
    trustedOrigins: new Set(data.trustedOrigins),
    accounts: data.accounts,
    /** Undefined if no rate is counted by address. */
    address: data.address,
    onError: data.onError ?? warnOfFailures(data.clock),
  });
}

/** Without an address, such a limit would silently count nothing. */
function assertAddresses(address: unknown, rates: RateLimits | null): void {
  const counted = ADDRESS_POLICIES.filter((name) => rates?.[name] !== undefined);
  if (counted.length === 0 || address !== undefined) return;
  throw new TypeError(
    `bad options for the HTTP contract: rates.${counted.join(' and rates.')} count by address, so give address, a function of the request; for requests of node:http it is nodeAddress`,
  );
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
  return text === '*' || isOnlyOrigin(text);
}

function isOnlyOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function lowerCaseAll(names: readonly string[]): string[] {
  for (const name of names) validateHeaderName(name);
  return names.map((name) => name.toLowerCase());
}

/** Gets a failure. `operation` is undefined if the path does not take the request's method. */
type ErrorHandler = (error: unknown, context: { readonly operation: OperationName | undefined }) => void;

const MINUTE_MS = 60_000;
const MAX_TEXTS = 100;

/**
 * Reports failures as warnings of the process, which Node prints on stderr, if the host has no hook for them. A minute has each text once,
 * and at most `MAX_TEXTS`, since a failing server fails for every request.
 */
function warnOfFailures(clock: Clock): ErrorHandler {
  const texts = new Set<string>();
  let since = clock.elapsed();
  return (error, { operation }) => {
    if (clock.elapsed() - since >= MINUTE_MS) {
      texts.clear();
      since = clock.elapsed();
    }
    const text = `${operation ?? 'a request'} failed: ${String(error)}`;
    if (texts.has(text) || texts.size === MAX_TEXTS) return;
    texts.add(text);
    process.emitWarning(text, { type: 'DialproofWarning', detail: inspect(error) });
  };
}
