import type { CreditCaps, Scope } from '../model/accounts.js';
import type { AccountId } from '../model/identifiers.js';

/** The credentials of a request. */
export interface Credentials {
  /** The Bearer token without its scheme, undefined if the request brought none. It is never empty. */
  readonly token: string | undefined;
  /** The framework's own request, for hosts whose middleware has already put a user on it. Undefined outside of HTTP. */
  readonly request: unknown;
}

/** The account of valid credentials. */
export interface AuthenticatedAccount {
  readonly accountId: AccountId;
  /** A suspended account is known, but may do nothing: its requests are refused with `account_suspended`. */
  readonly suspended: boolean;
  /** The operations that these credentials allow; others are refused with `forbidden`. Absent means all, an empty list none. */
  readonly scopes?: readonly Scope[];
  /** When these credentials end, in milliseconds since 1970. A token that is made with them ends no later. Absent if no end is known. */
  readonly expiresAt?: number;
  /** The credits that requests with these credentials may hold. Absent: no cap. A token that is made with them gets no higher caps. */
  readonly caps?: CreditCaps;
  /**
   * The id of the token among the tokens of {@link AccountTokens}. A new token or webhook is made only while this one is valid, which the
   * store checks in the same write. Absent for other credentials, such as a host's own sign-in.
   */
  readonly tokenId?: string;
}

/** Finds the account of a request. */
export interface Authenticator {
  /**
   * Resolves to the account, or to undefined when there is none for these credentials, which the caller sees as `not_authenticated`. It
   * changes nothing but the recorded last use of the credentials, and may be called at any rate, concurrently. It rejects only when it
   * cannot decide, for example because its store is down.
   */
  authenticate(credentials: Credentials): Promise<AuthenticatedAccount | undefined>;
}
