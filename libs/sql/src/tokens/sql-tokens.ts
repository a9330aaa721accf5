import {
  type AccountId,
  assertOptionNames,
  type Clock,
  type Entropy,
  type Scope,
  systemClock,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { storedAccountId } from '../json-rows.js';
import { makeToken, readScopes, readToken, writeScopes } from './token-format.js';
import { tokenQueries } from './token-queries.js';

export interface SqlTokensOptions {
  readonly database: SqlDatabase;
  /** The clock for the times of tokens. Default: the machine's own. */
  readonly clock?: Clock;
}

/** A new token, which is shown only once. */
export interface IssuedToken {
  readonly accountId: AccountId;
  /** Its public part: it names the token in {@link SqlTokens.rotate} and {@link SqlTokens.revoke}. */
  readonly tokenId: string;
  /** The Bearer token, `dp_<token id>_<secret>_<checksum>`. Only a hash of its secret is kept. */
  readonly token: string;
}

export interface NewTokenOptions {
  /** Its purpose, for readers of the list. Default none. */
  readonly name?: string | null;
  /** When it ends, in milliseconds since 1970: it is refused from then on. Default never. */
  readonly expiresAt?: number | null;
  /** Its scopes. Default: every scope. */
  readonly scopes?: readonly Scope[] | null;
  /** The most credits that its requests may set aside on a day in UTC: a whole number from 1. Default: any number. */
  readonly maxCreditsPerDay?: number | null;
  /** The most credits that one file may hold: a whole number from 1. Default: any number. */
  readonly maxCreditsPerTask?: number | null;
  /** The daily count that it shares: that of the token which it replaces. Default: its own. */
  readonly countedAs?: string | null;
}

export interface RotateOptions {
  /** How long the old token stays valid beside the new one, in milliseconds: a whole number from 0. Default 0. */
  readonly keepOldMs?: number;
}

/** A token without its secret. Times are milliseconds since 1970. */
export interface TokenRecord {
  readonly tokenId: string;
  readonly createdAt: number;
  /** When it is or will be refused: in the future for a token that a rotation keeps for a while. Null if it was not revoked. */
  readonly revokedAt: number | null;
  readonly name: string | null;
  readonly expiresAt: number | null;
  /** To within a minute; null if it was never used. */
  readonly lastUsedAt: number | null;
  /** Null if it has every scope. */
  readonly scopes: readonly Scope[] | null;
  /** Null: any number. */
  readonly maxCreditsPerDay: number | null;
  readonly maxCreditsPerTask: number | null;
  /** The name of its daily count. Tokens that replace one another, or were made by one with a daily cap, share a count. */
  readonly countedAs: string;
}

/** The Bearer tokens of accounts. An account may have several, so that a service can change to a new one without a gap. */
export class SqlTokens {
  readonly #database: SqlDatabase;
  readonly #clock: Clock;

  constructor(options: SqlTokensOptions) {
    assertOptionNames('SqlTokens', options, { clock: true, database: true });
    const { database, clock = systemClock } = options;
    this.#database = database;
    this.#clock = clock;
  }

  /** The public part of a token, undefined if it is malformed. The token may be invalid all the same. */
  static idOf(token: string): string | undefined {
    return readToken(token)?.tokenId;
  }

  /**
   * Makes another token for an account; undefined for an unknown account. Throws TypeError for an unknown scope, and RangeError for an
   * invalid cap.
   */
  async issue(account: AccountId, options: NewTokenOptions = {}): Promise<IssuedToken | undefined> {
    const now = this.#clock.now();
    const { entropy } = this.#database;
    return await this.#database.write(async (session) => {
      await session.change(tokenQueries.lockAccount, { accountId: account });
      return await issueToken(session, { account, entropy, now }, options);
    });
  }

  /**
   * Issues another token of the same name, scopes, end, caps and daily count, and revokes the old one, in one write. The old one is refused
   * from then on, or after `keepOldMs`. Returns undefined and changes nothing if the token is unknown, revoked or expired.
   */
  async rotate(tokenId: string, { keepOldMs = 0 }: RotateOptions = {}): Promise<IssuedToken | undefined> {
    if (!Number.isSafeInteger(keepOldMs) || keepOldMs < 0)
      throw new RangeError(`keepOldMs is ${keepOldMs}, expected a whole number from 0`);
    const now = this.#clock.now();
    return await this.#database.write(async (session) => {
      await session.change(tokenQueries.lockAccountOf, { tokenId });
      const old = await session.first(tokenQueries.revokeGood, { tokenId, now, revokedAt: now + keepOldMs });
      if (old === undefined) return undefined;
      const account = storedAccountId(old.account_id);
      const { entropy } = this.#database;
      return await issueToken(
        session,
        { account, entropy, now },
        {
          name: old.name,
          expiresAt: old.expires_at,
          scopes: readScopes(old.scopes),
          maxCreditsPerDay: old.max_credits_per_day,
          maxCreditsPerTask: old.max_credits_per_task,
          countedAs: old.counted_as ?? tokenId,
        },
      );
    });
  }

  /** Revokes a token at once, also one that a rotation keeps. False if it is unknown or already refused. */
  async revoke(tokenId: string): Promise<boolean> {
    const now = this.#clock.now();
    return await this.#database.write(
      async (session) => (await session.change(tokenQueries.revoke, { tokenId, now })) > 0,
    );
  }

  /** The account's tokens, revoked ones included, oldest first. */
  async list(account: AccountId): Promise<readonly TokenRecord[]> {
    const rows = await this.#database.read.rows(tokenQueries.listTokens, { accountId: account });
    return rows.map((row) => ({
      tokenId: row.token_id,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
      name: row.name,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      scopes: readScopes(row.scopes),
      maxCreditsPerDay: row.max_credits_per_day,
      maxCreditsPerTask: row.max_credits_per_task,
      countedAs: row.counted_as ?? row.token_id,
    }));
  }
}

export interface NewTokenOf {
  readonly account: AccountId;
  readonly entropy: Entropy;
  readonly now: number;
}

/** Makes a token within the caller's write. Undefined for an unknown account. */
export async function issueToken(
  session: SqlSession,
  { account, entropy, now }: NewTokenOf,
  options: NewTokenOptions = {},
): Promise<IssuedToken | undefined> {
  const { name = null, expiresAt = null, scopes = null, countedAs = null } = options;
  const { maxCreditsPerDay = null, maxCreditsPerTask = null } = options;
  assertCap('maxCreditsPerDay', maxCreditsPerDay);
  assertCap('maxCreditsPerTask', maxCreditsPerTask);
  const { token, tokenId, secretHash } = makeToken(entropy);
  const row = {
    tokenId,
    accountId: account,
    secretHash,
    createdAt: now,
    name,
    expiresAt,
    scopes: writeScopes(scopes),
    ...{ maxCreditsPerDay, maxCreditsPerTask, countedAs },
  };
  const added = await session.change(tokenQueries.addToken, row);
  return added > 0 ? { accountId: account, tokenId, token } : undefined;
}

function assertCap(name: string, cap: number | null): void {
  if (cap === null || (Number.isSafeInteger(cap) && cap > 0)) return;
  throw new RangeError(`${name} is ${cap}, expected a whole number from 1`);
}
