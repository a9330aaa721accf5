import { type AuthenticatedAccount, type Authenticator, accountId } from '@dialproof/core';

/** An account as a host names it: its id alone, or with whether it is suspended. A number becomes its decimal text. */
export type NamedAccount =
  | string
  | number
  | { readonly accountId: string | number; readonly suspended?: boolean };

/**
 * Names the account of a request, from what the host's guard or middleware has put on it; undefined for nobody, which the caller
 * sees as `not_authenticated`. It throws only when it cannot tell, never to say no. Anything that is no account id is a defect of the
 * host, which the caller sees as `internal_error`.
 */
export type AccountOfRequest = {
  // A method's parameter may be narrower than it is declared: hosts name the request type of their own framework.
  bivariant(request: object): NamedAccount | undefined | Promise<NamedAccount | undefined>;
}['bivariant'];

/** An authenticator that asks this function. */
export function authenticatorOf(account: AccountOfRequest): Authenticator {
  return {
    async authenticate({ request }) {
      // Over HTTP the request is always there, and an object.
      const named = await account(request as object);
      // A host in JavaScript may answer null for nobody.
      return named === undefined || named === null ? undefined : authenticated(named);
    },
  };
}

function authenticated(named: NamedAccount): AuthenticatedAccount {
  if (typeof named !== 'object') return { accountId: accountId(named), suspended: false };
  return { accountId: accountId(named.accountId), suspended: named.suspended ?? false };
}
