import {
  type AccountId,
  type Authenticator,
  accountId,
  type Clock,
  type CreditCaps,
  DialproofError,
  isDialproofError,
} from '@dialproof/core';
import type { ErrorCode, Scope } from '@dialproof/core/model';
import type { HttpRequest } from '../message/http-message.js';
import type { RequestRates } from '../rates/request-rates.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import { crossSiteRefusal } from './cross-site.js';

export interface SignInParts {
  readonly authenticator: Authenticator;
  readonly trustedOrigins: ReadonlySet<string>;
  /** Null: failed sign-ins are not limited. */
  readonly rates: RequestRates | null;
  /** Undefined if nothing counts by address. */
  readonly address: ((request: object) => string | undefined) | undefined;
}

/** The account and the item of a request, as they become known while it is answered, for the observer. */
export interface RequestSubject {
  /**
   * The caller's account, even if it is suspended or its token lacks the scope; for `register`, the opened account. Undefined if no account
   * is known.
   */
  accountId: AccountId | undefined;
  /**
   * The item in the path, as the caller wrote it, or the webhook that the request has made. Undefined if there is neither, as for a repeat
   * that got the earlier reply.
   */
  itemId: string | undefined;
  /**
   * The code with which the caller was refused before anything else about the request was checked: `not_authenticated`,
   * `cross_site_request`, `account_suspended`, `forbidden`, or `too_many_requests` if too many sign-ins of its address have failed.
   * Otherwise undefined.
   */
  refusedSignIn: ErrorCode | undefined;
}

/** The known facts of a caller. */
export type SignInSubject = Partial<Pick<RequestSubject, 'accountId' | 'refusedSignIn'>>;

/** Identifies the caller of a request, within the limit of failed sign-ins of its address. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /**
   * The caller of a request, whose token needs this scope unless it is null. The caller is written into `subject`, even if the request is
   * then refused. Codes: `not_authenticated`, `account_suspended`, `forbidden`,
   * `cross_site_request`, `too_many_requests`.
   */
  async callerOf(request: HttpRequest, scope: Scope | null, subject: SignInSubject = {}): Promise<Caller> {
    try {
      const caller = await this.#knownCaller(request);
      subject.accountId = caller.accountId;
      assertAdmitted(caller, scope);
      return caller;
    } catch (error) {
      if (isRefusal(error)) subject.refusedSignIn = error.code;
      throw error;
    }
  }

  /** {@link RequestRates.limitGuesses} of the address of a request. */
  limitGuesses<Result>(request: HttpRequest, attempt: () => Promise<Result>): Promise<Result> {
    const { rates } = this.#parts;
    return rates === null ? attempt() : rates.limitGuesses(this.addressOf(request), attempt);
  }

  addressOf(request: HttpRequest): string | undefined {
    const { address } = this.#parts;
    // `raw` is the request of the framework whose options these are.
    return address?.(request.raw as object);
  }

  #knownCaller(request: HttpRequest): Promise<Caller> {
    const ask = () => callerOf(this.#parts.authenticator, request, this.#parts.trustedOrigins);
    // Limit it even if the host's middleware has seen the header: it passes unknown tokens on, and may have no limit of its own.
    return request.header('authorization') === undefined ? ask() : this.limitGuesses(request, ask);
  }
}

// RFC 6750, 2.1, but the token may have every visible ASCII character: hosts bring tokens of their own.
const BEARER = /^bearer +([\x21-\x7e]+)$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;

/** A caller that the authenticator knows, suspended ones included. */
export interface Caller {
  readonly accountId: AccountId;
  readonly suspended: boolean;
  /** Undefined if the credentials allow every operation. */
  readonly scopes: readonly Scope[] | undefined;
  /** The end of the credentials, in milliseconds since 1970. Undefined if it is not known. */
  readonly expiresAt: number | undefined;
  /** Undefined if the credentials have none. */
  readonly caps: CreditCaps | undefined;
  /** The id of the token among {@link AccountTokens}. Null if the credentials are no such token. */
  readonly tokenId: string | null;
}

/**
 * Identifies the caller of a request. Rejects with `not_authenticated` if there is none, and with TypeError if the authenticator returns an
 * invalid account id, such as undefined, which would put everybody into one account.
 *
 * A malformed Bearer header is refused here. A request without one still goes to the authenticator, which may know the caller from the
 * framework's request: from a cookie, for example. Then a request of another site is refused with `cross_site_request`, unless its origin
 * is one of `trustedOrigins`. A request with a token is not checked for that: pages of other sites do not know the token.
 */
async function callerOf(
  authenticator: Authenticator,
  request: HttpRequest,
  trustedOrigins: ReadonlySet<string>,
): Promise<Caller> {
  const authorization = request.header('authorization') ?? '';
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined && BEARER_SCHEME.test(authorization)) throw new DialproofError('not_authenticated');
  // A host in JavaScript may return null for an unknown caller.
  const account = (await authenticator.authenticate({ token, request: request.raw })) ?? undefined;
  if (account === undefined) throw new DialproofError('not_authenticated');
  const refusal = token === undefined ? crossSiteRefusal(request, trustedOrigins) : undefined;
  if (refusal !== undefined) throw refusal;
  const { caps, expiresAt, scopes, suspended, tokenId = null } = account;
  return { accountId: accountId(account.accountId), suspended, scopes, expiresAt, caps, tokenId };
}

/** Throws `account_suspended`, or `forbidden` if the credentials lack this scope. */
function assertAdmitted({ suspended, scopes }: Caller, scope: Scope | null): void {
  if (suspended) throw new DialproofError('account_suspended');
  if (scope !== null && scopes !== undefined) assertScope(scope, scopes);
}

function assertScope(scope: Scope, scopes: readonly Scope[]): void {
  // A host in JavaScript may give a string, whose `includes` would match parts of it.
  if (Array.isArray(scopes) && scopes.includes(scope)) return;
  throw new DialproofError('forbidden', {
    hint: `this operation needs a token with the scope ${scope}, which this token lacks`,
  });
}

/** The caps of a caller, for a request of the service. */
export function capsOf({ caps }: Caller): { readonly caps?: CreditCaps } {
  return caps === undefined ? {} : { caps };
}

/** The access of a caller during a long request: meanwhile, a token may be revoked or an account suspended. */
export interface LastingAccess {
  /**
   * Calls the authenticator again. Rejects with `not_authenticated`, `account_suspended` or `forbidden` if the caller has lost the access,
   * and with the authenticator's error if it cannot decide. Resolves to the caller as it is now: its end may have changed.
   */
  confirm(): Promise<Caller>;
  /** The clock for the intervals between confirmations. */
  readonly clock: Clock;
}

interface LastingAccessParts {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  readonly scope: Scope | null;
}

export function lastingAccess(parts: LastingAccessParts): LastingAccess {
  const { authenticator, clock, trustedOrigins, request, accountId, scope } = parts;
  return {
    clock,
    async confirm() {
      const caller = await callerOf(authenticator, request, trustedOrigins);
      assertAdmitted(caller, scope);
      if (caller.accountId !== accountId) throw new DialproofError('not_authenticated');
      return caller;
    },
  };
}

/** Whether an error is a refusal of the caller and not a failure of the server. */
export function isRefusal(error: unknown): error is DialproofError {
  return isDialproofError(error) && ERROR_STATUS[error.code] < 500;
}
