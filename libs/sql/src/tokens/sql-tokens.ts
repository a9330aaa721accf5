import { type AccountId, type Clock, type Scope, systemClock } from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { storedAccountId } from '../stored-account-id.js';
import { makeToken, readToken } from './token-format.js';
import { compileTokenQueries, type TokenQueries } from './token-queries.js';
import { readScopes, writeScopes } from './token-scopes.js';

export interface SqlTokensOptions {
  readonly database: SqlDatabase;
  /** Where the times of tokens come from. Default the machine's own clock. */
  readonly clock?: Clock;
}

/** A token as it is shown to its account, once. */
export interface IssuedToken {
  readonly accountId: AccountId;
  /** Its public part: it names the token in {@link SqlTokens.rotate} and {@link SqlTokens.revoke}. */
  readonly tokenId: string;
  /** The Bearer token, `dp_<token id>_<secret>_<checksum>`. Only a hash of its secret is kept. */
  readonly token: string;
}

export interface NewTokenOptions {
  /** What it is for, for whoever lists the tokens. Default none. */
  readonly name?: string | null;
  /** When it ends, in milliseconds since 1970: it is refused from then on. Default never. */
  readonly expiresAt?: number | null;
  /** What it is good for. Default everything. */
  readonly scopes?: readonly Scope[] | null;
}

export interface RotateOptions {
  /** For how many milliseconds the old token stays good beside the new one, a whole number from 0. Default 0. */
  readonly keepOldMs?: number;
}

/** What is known of a token later. Times are milliseconds since 1970. */
export interface TokenRecord {
  readonly tokenId: string;
  readonly createdAt: number;
  /** From when on it is refused: a time to come for one that a rotation keeps for a while. Null where nobody has revoked it. */
  readonly revokedAt: number | null;
  readonly name: string | null;
  readonly expiresAt: number | null;
  /** To within a minute; null where it was not used yet. */
  readonly lastUsedAt: number | null;
  /** Null where it is good for everything. */
  readonly scopes: readonly Scope[] | null;
}

/** The Bearer tokens of accounts. An account may have several, so that a service can change over to a new one without a gap. */
export class SqlTokens {
  readonly #database: SqlDatabase;
  readonly #queries: TokenQueries;
  readonly #clock: Clock;

  constructor({ database, clock = systemClock }: SqlTokensOptions) {
    this.#database = database;
    this.#queries = compileTokenQueries(database.builder);
    this.#clock = clock;
  }

  /** The public part of a token, undefined for what has not the form of one. It says nothing about whether the token is valid. */
  static idOf(token: string): string | undefined {
    return readToken(token)?.tokenId;
  }

  /** Makes a further token for an account. Undefined when there is no such account; TypeError for a scope that there is not. */
  async issue(account: AccountId, options: NewTokenOptions = {}): Promise<IssuedToken | undefined> {
    const now = this.#clock.now();
    return await this.#database.write((session) => issueToken(session, this.#queries, account, now, options));
  }

  /**
   * Issues another token of the same name, scopes and end, and revokes the old one, together: from then on the old one is refused, or
   * with `keepOldMs` after that time. Undefined, changing nothing, when there is no such token, or it is revoked or at its end.
   */
  async rotate(tokenId: string, { keepOldMs = 0 }: RotateOptions = {}): Promise<IssuedToken | undefined> {
    if (!Number.isSafeInteger(keepOldMs) || keepOldMs < 0)
      throw new RangeError(`keepOldMs is ${keepOldMs}, expected a whole number from 0`);
    const now = this.#clock.now();
    return await this.#database.write(async (session) => {
      const old = await session.first(this.#queries.findGood, { tokenId, now });
      if (old === undefined) return undefined;
      // One that was rotated before is kept for no longer than was said then.
      const revokedAt = Math.min(now + keepOldMs, old.revoked_at ?? Number.POSITIVE_INFINITY);
      await session.change(this.#queries.revokeAt, { tokenId, revokedAt });
      return await issueToken(session, this.#queries, storedAccountId(old.account_id), now, {
        name: old.name,
        expiresAt: old.expires_at,
        scopes: readScopes(old.scopes),
      });
    });
  }

  /** Revokes a token: from now on it is refused, also one that a rotation keeps. False when there is no such token or it is refused already. */
  async revoke(tokenId: string): Promise<boolean> {
    const now = this.#clock.now();
    return await this.#database.write(
      async (session) => (await session.change(this.#queries.revoke, { tokenId, now })) > 0,
    );
  }

  /** The account's tokens, the revoked ones too, oldest first. */
  async list(account: AccountId): Promise<readonly TokenRecord[]> {
    const rows = await this.#database.read.rows(this.#queries.listTokens, { accountId: account });
    return rows.map(({ token_id, created_at, revoked_at, name, expires_at, last_used_at, scopes }) => ({
      tokenId: token_id,
      createdAt: created_at,
      revokedAt: revoked_at,
      name,
      expiresAt: expires_at,
      lastUsedAt: last_used_at,
      scopes: readScopes(scopes),
    }));
  }
}

/** Makes a token within a write of the caller's. Undefined when there is no such account. */
export async function issueToken(
  session: SqlSession,
  queries: TokenQueries,
  account: AccountId,
  now: number,
  { name = null, expiresAt = null, scopes = null }: NewTokenOptions = {},
): Promise<IssuedToken | undefined> {
  const { token, tokenId, secretHash } = makeToken();
  const row = {
    tokenId,
    accountId: account,
    secretHash,
    createdAt: now,
    name,
    expiresAt,
    scopes: writeScopes(scopes),
  };
  const added = await session.change(queries.addToken, row);
  return added > 0 ? { accountId: account, tokenId, token } : undefined;
}
