import {
  type AccountId,
  type AccountToken,
  type AccountTokenKey,
  type AccountTokens,
  assertOptionNames,
  type Clock,
  DialproofError,
  type IssuedAccountToken,
  type NewAccountToken,
  systemClock,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { endOf } from './recognise-token.js';
import { issueToken } from './sql-tokens.js';
import { readScopes } from './token-format.js';
import { tokenQueries } from './token-queries.js';

export interface SqlAccountTokensOptions {
  readonly database: SqlDatabase;
  /** The clock for the times of tokens. Default: the machine's own. */
  readonly clock?: Clock;
}

/** The operations that an account may use on its own tokens. An operator uses {@link SqlTokens}. */
export class SqlAccountTokens implements AccountTokens {
  readonly #database: SqlDatabase;
  readonly #clock: Clock;

  constructor(options: SqlAccountTokensOptions) {
    assertOptionNames('SqlAccountTokens', options, { clock: true, database: true });
    const { database, clock = systemClock } = options;
    this.#database = database;
    this.#clock = clock;
  }

  async issue(asked: NewAccountToken): Promise<IssuedAccountToken | undefined> {
    const {
      accountId,
      expiresAt,
      madeWith,
      maxCreditsPerDay,
      maxCreditsPerTask,
      maxPerAccount,
      name,
      scopes,
    } = asked;
    const now = this.#clock.now();
    return await this.#database.write(async (session) => {
      await session.change(tokenQueries.lockAccount, { accountId });
      if (madeWith !== null) await assertGood(session, { accountId, tokenId: madeWith, now });
      const good = await session.rows(tokenQueries.listGood, { accountId, now });
      if (good.length >= maxPerAccount) return undefined;
      const issued = await issueToken(
        session,
        { account: accountId, entropy: this.#database.entropy, now },
        asked,
      );
      if (issued === undefined) throw new Error(`account ${accountId} is not one of this database`);
      const { token, tokenId } = issued;
      return {
        ...{ tokenId, token, name, scopes, createdAt: now, expiresAt, lastUsedAt: null },
        ...{ maxCreditsPerDay, maxCreditsPerTask },
      };
    });
  }

  async list(accountId: AccountId): Promise<readonly AccountToken[]> {
    const now = this.#clock.now();
    const rows = await this.#database.read.rows(tokenQueries.listGood, { accountId, now });
    return rows.map((row) => ({
      tokenId: row.token_id,
      name: row.name,
      scopes: readScopes(row.scopes),
      createdAt: row.created_at,
      expiresAt: endOf(row),
      lastUsedAt: row.last_used_at,
      maxCreditsPerDay: row.max_credits_per_day,
      maxCreditsPerTask: row.max_credits_per_task,
    }));
  }

  async revoke({ accountId, tokenId }: AccountTokenKey): Promise<boolean> {
    const row = { accountId, tokenId, now: this.#clock.now() };
    return await this.#database.write(
      async (session) => (await session.change(tokenQueries.revokeGoodOf, row)) > 0,
    );
  }
}

/** Rejects with `not_authenticated` unless the token is valid and its account is not suspended, and keeps it so until the write ends. */
export async function assertGood(
  session: SqlSession,
  token: AccountTokenKey & { readonly now: number },
): Promise<void> {
  if ((await session.change(tokenQueries.lockGood, token)) === 0)
    throw new DialproofError('not_authenticated');
}
