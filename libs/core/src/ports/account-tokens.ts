import type { AccountId } from '../model/identifiers.js';
import type { Scope } from '../model/scopes.js';

/** A Bearer token that is good, without its secret. Times are milliseconds since 1970. */
export interface AccountToken {
  /** Names the token and opens nothing. */
  readonly tokenId: string;
  /** What it is for, for whoever lists the tokens. */
  readonly name: string | null;
  /** Null where it is good for everything. */
  readonly scopes: readonly Scope[] | null;
  readonly createdAt: number;
  /** It is refused from then on; null where it has no end. */
  readonly expiresAt: number | null;
  /** To within a minute; null where it was not used yet. */
  readonly lastUsedAt: number | null;
}

export interface NewAccountToken {
  readonly accountId: AccountId;
  readonly name: string | null;
  readonly scopes: readonly Scope[] | null;
  readonly expiresAt: number | null;
  /** How many good tokens the account may have, this one included. */
  readonly maxPerAccount: number;
}

/** A token that has just been made. */
export interface IssuedAccountToken extends AccountToken {
  /** The Bearer token itself. It is shown this once: only a hash of it is kept. */
  readonly token: string;
}

/** A token, by the account that asks for it: another account's is not found. */
export interface AccountTokenKey {
  readonly accountId: AccountId;
  readonly tokenId: string;
}

/** Lets accounts manage their own Bearer tokens: an optional port. Each method is atomic and durable by itself. */
export interface AccountTokens {
  /**
   * Makes a further token, which the authenticator knows from then on, and resolves to it. Resolves to undefined, changing nothing, where
   * the account has as many good tokens as it may, also when several ask for the last one at once. A repeat makes another token.
   */
  issue(token: NewAccountToken): Promise<IssuedAccountToken | undefined>;

  /** The account's good tokens, the oldest first: those that are neither revoked nor at their end. */
  list(accountId: AccountId): Promise<readonly AccountToken[]>;

  /**
   * Has the authenticator refuse a token from now on, and resolves to whether it was good before. A repeat changes nothing and resolves
   * to false.
   */
  revoke(token: AccountTokenKey): Promise<boolean>;
}
