import type { AccountId } from '../model/identifiers.js';
import type { Scope } from '../model/scopes.js';

/** Who asks, as far as a request tells. */
export interface Credentials {
  /** The Bearer token without its scheme, undefined if the request brought none. It is never empty. */
  readonly token: string | undefined;
  /** The framework's own request, for hosts whose middleware has already put a user on it. Undefined outside of HTTP. */
  readonly request: unknown;
}

/** An account that has been recognised. */
export interface AuthenticatedAccount {
  readonly accountId: AccountId;
  /** A suspended account is known, but may do nothing: its requests are refused with `account_suspended`. */
  readonly suspended: boolean;
  /** The operations that these credentials are good for; others are refused with `forbidden`. Absent means all, an empty list none. */
  readonly scopes?: readonly Scope[];
}

/** Tells whose request this is. */
export interface Authenticator {
  /**
   * Resolves to the account, or to undefined when there is none for these credentials, which the caller sees as
   * `not_authenticated`. It changes nothing but what it notes of the last use of
   * the credentials, and may be called at any rate, concurrently. It rejects only when it cannot tell
   * (its store is down), never to say no.
   */
  authenticate(credentials: Credentials): Promise<AuthenticatedAccount | undefined>;
}
