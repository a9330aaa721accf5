import { type AccountId, type Authenticator, DialproofError } from '@dialproof/core';
import type { HttpRequest } from './http-message.js';

// RFC 6750, 2.1, but with every visible ASCII character allowed in the token, since hosts bring tokens of their own making.
const BEARER = /^bearer +([\x21-\x7e]+)$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;

/**
 * The account that asks. Rejects with `not_authenticated` when there is none, with `account_suspended` when it may do nothing.
 *
 * A malformed Bearer header is refused here. A request without one still goes to the authenticator, which may know the caller from
 * the framework's request.
 */
export async function authenticate(authenticator: Authenticator, request: HttpRequest): Promise<AccountId> {
  const authorization = request.header('authorization') ?? '';
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined && BEARER_SCHEME.test(authorization)) throw new DialproofError('not_authenticated');
  // A host in JavaScript may say null for nobody.
  const account = (await authenticator.authenticate({ token, request: request.raw })) ?? undefined;
  if (account === undefined) throw new DialproofError('not_authenticated');
  if (account.suspended) throw new DialproofError('account_suspended');
  return account.accountId;
}
