import {
  type AccountId,
  type AccountToken,
  type AccountTokenKey,
  type AccountTokens,
  type Clock,
  type IssuedAccountToken,
  type NewAccountToken,
  systemClock,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { issueToken } from './sql-tokens.js';
import { compileTokenQueries, type TokenQueries } from './token-queries.js';
import { readScopes } from './token-scopes.js';

export interface SqlAccountTokensOptions {
  readonly database: SqlDatabase;
  /** The clock for the times of tokens. Default: the machine's own. */
  readonly clock?: Clock;
}

/** The operations that an account may use on its own tokens. An operator uses {@link SqlTokens}. */
export class SqlAccountTokens implements AccountTokens {
  readonly #database: SqlDatabase;
  readonly #queries: TokenQueries;
  readonly #clock: Clock;

  constructor({ database, clock = systemClock }: SqlAccountTokensOptions) {
    this.#database = database;
    this.#queries = compileTokenQueries(database.builder);
    this.#clock = clock;
  }

  async issue(asked: NewAccountToken): Promise<IssuedAccountToken | undefined> {
    const { accountId, expiresAt, maxPerAccount, name, scopes } = asked;
    const now = this.#clock.now();
    return await this.#database.write(async (session) => {
      await session.change(this.#queries.lockAccount, { accountId });
      const good = await session.rows(this.#queries.listGood, { accountId, now });
      if (good.length >= maxPerAccount) return undefined;
      const issued = await issueToken(session, this.#queries, accountId, now, { name, expiresAt, scopes });
      if (issued === undefined) throw new Error(`account ${accountId} is not one of this database`);
      const { token, tokenId } = issued;
      return { tokenId, token, name, scopes, createdAt: now, expiresAt, lastUsedAt: null };
    });
  }

  async list(accountId: AccountId): Promise<readonly AccountToken[]> {
    const now = this.#clock.now();
    const rows = await this.#database.read.rows(this.#queries.listGood, { accountId, now });
    return rows.map(({ token_id, created_at, name, expires_at, last_used_at, scopes }) => ({
      tokenId: token_id,
      name,
      scopes: readScopes(scopes),
      createdAt: created_at,
      expiresAt: expires_at,
      lastUsedAt: last_used_at,
    }));
  }

  async revoke({ accountId, tokenId }: AccountTokenKey): Promise<boolean> {
    const row = { accountId, tokenId, now: this.#clock.now() };
    return await this.#database.write(
      async (session) => (await session.change(this.#queries.revokeGoodOf, row)) > 0,
    );
  }
}
