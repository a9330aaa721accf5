import { type AccountId, type Authenticator, accountId, DialproofError } from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';
import type { HttpRequest } from '../message/http-message.js';

// RFC 6750, 2.1, but the token may have every visible ASCII character: hosts bring tokens of their own.
const BEARER = /^bearer +([\x21-\x7e]+)$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;

/** Whom the authenticator knows, whether or not they may do anything. */
export interface Caller {
  readonly accountId: AccountId;
  readonly suspended: boolean;
  /** Undefined where the credentials are good for every operation. */
  readonly scopes: readonly Scope[] | undefined;
  /** When the credentials end, in milliseconds since 1970. Undefined where no end is known. */
  readonly expiresAt: number | undefined;
}

/**
 * The account of a request. Rejects with `not_authenticated` when there is none, with `account_suspended` when it may do nothing, and
 * with TypeError when the authenticator names an account that cannot be one, such as undefined: that would make one account of
 * everybody.
 *
 * With `scope` it also rejects with `forbidden` when the credentials are good for some operations only, and not for those of this scope.
 *
 * A malformed Bearer header is refused here. A request without one still goes to the authenticator, which may know the caller from
 * the framework's request.
 */
export async function authenticate(
  authenticator: Authenticator,
  request: HttpRequest,
  scope: Scope | null = null,
): Promise<AccountId> {
  const caller = await callerOf(authenticator, request);
  assertAdmitted(caller, scope);
  return caller.accountId;
}

/** The first half of {@link authenticate}: who it is. */
export async function callerOf(authenticator: Authenticator, request: HttpRequest): Promise<Caller> {
  const authorization = request.header('authorization') ?? '';
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined && BEARER_SCHEME.test(authorization)) throw new DialproofError('not_authenticated');
  // A host in JavaScript may answer null for nobody.
  const account = (await authenticator.authenticate({ token, request: request.raw })) ?? undefined;
  if (account === undefined) throw new DialproofError('not_authenticated');
  const { expiresAt, scopes, suspended } = account;
  return { accountId: accountId(account.accountId), suspended, scopes, expiresAt };
}

/** The second half of {@link authenticate}: whether they may. */
export function assertAdmitted({ suspended, scopes }: Caller, scope: Scope | null): void {
  if (suspended) throw new DialproofError('account_suspended');
  if (scope !== null && scopes !== undefined) assertScope(scope, scopes);
}

function assertScope(scope: Scope, scopes: readonly Scope[]): void {
  // A host in JavaScript may give a text, which would include what it merely contains.
  if (Array.isArray(scopes) && scopes.includes(scope)) return;
  throw new DialproofError('forbidden', {
    hint: `this operation needs a token with the scope ${scope}, which this token lacks`,
  });
}
