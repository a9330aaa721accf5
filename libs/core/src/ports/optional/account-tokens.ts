import type { DailyCap, Scope } from '../../model/accounts.js';
import type { AccountId } from '../../model/identifiers.js';

/** A valid Bearer token, without its secret. Times are milliseconds since 1970. */
export interface AccountToken {
  /** Identifies the token. It is not enough to sign in. */
  readonly tokenId: string;
  /** The purpose of the token, shown in lists. */
  readonly name: string | null;
  /** The operations that it allows; null: every operation. */
  readonly scopes: readonly Scope[] | null;
  readonly createdAt: number;
  /** The time from which the token is refused; null: it does not expire. */
  readonly expiresAt: number | null;
  /** The time of the last use, to within a minute; null: it was not used yet. */
  readonly lastUsedAt: number | null;
  /** The most credits that its requests may hold on a day in UTC, from 1; null: any number. */
  readonly maxCreditsPerDay: number | null;
  /** The most credits that one file may hold, from 1; null: any number. */
  readonly maxCreditsPerTask: number | null;
}

export interface NewAccountToken {
  readonly accountId: AccountId;
  readonly name: string | null;
  readonly scopes: readonly Scope[] | null;
  readonly expiresAt: number | null;
  readonly maxCreditsPerDay: number | null;
  readonly maxCreditsPerTask: number | null;
  /** The daily count that the token shares, as `countedAs` of its {@link DailyCap}. Null: it has a count of its own. */
  readonly countedAs: string | null;
  /** How many valid tokens the account may have, this one included. */
  readonly maxPerAccount: number;
  /** The id of the token that the request was made with. Null for other credentials, such as a host's own sign-in. */
  readonly madeWith: string | null;
}

/** A token that has just been made. */
export interface IssuedAccountToken extends AccountToken {
  /** The Bearer token itself. It is shown only once: only a hash of it is kept. */
  readonly token: string;
}

/** A token of the requesting account. Other accounts' tokens are not found. */
export interface AccountTokenKey {
  readonly accountId: AccountId;
  readonly tokenId: string;
}

/** Lets accounts manage their own Bearer tokens: an optional port. Each method is atomic and durable by itself. */
export interface AccountTokens {
  /**
   * Makes a token, which the authenticator knows from then on, and resolves to it. Resolves to undefined, changing nothing, if the account
   * has as many valid tokens as it may. This also holds for concurrent calls. A repeat makes another token. Rejects with
   * `not_authenticated`, changing nothing, if `madeWith` is not a valid token of this account, and also if the store keeps the accounts and
   * this one is suspended. A concurrent revocation takes effect either before or after the whole `issue`.
   */
  issue(token: NewAccountToken): Promise<IssuedAccountToken | undefined>;

  /** The account's valid tokens, the oldest first: those that are neither revoked nor expired. */
  list(accountId: AccountId): Promise<readonly AccountToken[]>;

  /**
   * Makes the authenticator refuse a token from now on, and resolves to whether it was valid before. A repeat changes nothing and resolves
   * to false.
   */
  revoke(token: AccountTokenKey): Promise<boolean>;
}
