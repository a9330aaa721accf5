import {
  type AccountId,
  type Authenticator,
  accountId,
  type CreditCaps,
  DialproofError,
} from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
import type { HttpRequest } from '../message/http-message.js';
import { crossSiteRefusal } from './cross-site.js';

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
 * The account of a request. Rejects with `not_authenticated` if there is none, with `account_suspended` if it is suspended, and with
 * TypeError if the authenticator returns an invalid account id, such as undefined, which would put everybody into one account.
 *
 * With `scope` it also rejects with `forbidden` if the credentials lack this scope.
 *
 * A malformed Bearer header is refused here. A request without one still goes to the authenticator, which may know the caller from the
 * framework's request: from a cookie, for example. Then a request of another site is refused with `cross_site_request`, unless its origin is
 * one of `trustedOrigins`. Pages cannot send a token of which they do not know.
 */
export async function authenticate(
  authenticator: Authenticator,
  request: HttpRequest,
  scope: Scope | null = null,
  trustedOrigins: ReadonlySet<string> = new Set(),
): Promise<AccountId> {
  const caller = await callerOf(authenticator, request, trustedOrigins);
  assertAdmitted(caller, scope);
  return caller.accountId;
}

/** The first half of {@link authenticate}: identifies the caller. */
export async function callerOf(
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

/** The second half of {@link authenticate}: whether the caller is admitted. */
export function assertAdmitted({ suspended, scopes }: Caller, scope: Scope | null): void {
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
