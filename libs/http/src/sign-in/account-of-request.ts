import { type AuthenticatedAccount, type Authenticator, accountId, type CreditCaps } from '@dialproof/core';
import type { Scope } from '@dialproof/core/model';

/** An account as a host names it: its id alone, or with whether it is suspended. A number becomes its decimal text. */
export type NamedAccount =
  | string
  | number
  | {
      readonly accountId: string | number;
      readonly suspended?: boolean;
      readonly scopes?: readonly Scope[];
      readonly expiresAt?: number;
      readonly caps?: CreditCaps;
    };

/**
 * Names the account of a request of the host's framework, from the user that the host's middleware has put on it. Undefined and null mean
 * nobody, which the caller sees as `not_authenticated`. It throws only when it cannot decide, never for an unknown user. A value that is
 * not an account id is a defect of the host, which the caller sees as `internal_error`.
 */
export type AccountOfRequest<FrameworkRequest extends object = object> = {
  // A method's parameter may be narrower than it is declared: hosts name a request type that has their user.
  bivariant(
    request: FrameworkRequest,
  ): NamedAccount | null | undefined | Promise<NamedAccount | null | undefined>;
}['bivariant'];

/** An authenticator that calls this function. */
export function authenticatorOf(account: AccountOfRequest): Authenticator {
  return {
    async authenticate({ request }) {
      // Over HTTP the request always exists and is an object.
      const named = await account(request as object);
      return named === undefined || named === null ? undefined : authenticated(named);
    },
  };
}

function authenticated(named: NamedAccount): AuthenticatedAccount {
  if (typeof named !== 'object') return { accountId: accountId(named), suspended: false };
  const { caps, expiresAt, scopes, suspended = false } = named;
  return {
    accountId: accountId(named.accountId),
    suspended,
    ...(scopes === undefined ? {} : { scopes }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(caps === undefined ? {} : { caps }),
  };
}
