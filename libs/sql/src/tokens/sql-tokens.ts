import { type AccountId, type Clock, systemClock } from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { storedAccountId } from '../stored-account-id.js';
import { makeToken, readToken } from './token-format.js';
import { compileTokenQueries, type TokenQueries } from './token-queries.js';

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
  /** The Bearer token, `dp_<token id>_<secret>`. Only a hash of its secret is kept. */
  readonly token: string;
}

/** What is known of a token later. Times are milliseconds since 1970. */
export interface TokenRecord {
  readonly tokenId: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
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

  /** Makes a further token for an account. Undefined when there is no such account. */
  async issue(account: AccountId): Promise<IssuedToken | undefined> {
    const now = this.#clock.now();
    return await this.#database.write((session) => issueToken(session, this.#queries, account, now));
  }

  /**
   * Revokes a token and issues another to its account, together: from then on the old one is refused. Undefined, changing nothing,
   * when there is no such token or it is revoked already.
   */
  async rotate(tokenId: string): Promise<IssuedToken | undefined> {
    const now = this.#clock.now();
    return await this.#database.write(async (session) => {
      const revoked = await session.first(this.#queries.revoke, { tokenId, now });
      return revoked && (await issueToken(session, this.#queries, storedAccountId(revoked.account_id), now));
    });
  }

  /** Revokes a token: from now on it is refused. False when there is no such token or it is revoked already. */
  async revoke(tokenId: string): Promise<boolean> {
    const now = this.#clock.now();
    return await this.#database.write(
      async (session) => (await session.change(this.#queries.revoke, { tokenId, now })) > 0,
    );
  }

  /** The account's tokens, the revoked ones too, oldest first. */
  async list(account: AccountId): Promise<readonly TokenRecord[]> {
    const rows = await this.#database.read.rows(this.#queries.listTokens, { accountId: account });
    return rows.map(({ token_id, created_at, revoked_at }) => ({
      tokenId: token_id,
      createdAt: created_at,
      revokedAt: revoked_at,
    }));
  }
}

/** Makes a token within a write of the caller's. Undefined when there is no such account. */
export async function issueToken(
  session: SqlSession,
  queries: TokenQueries,
  account: AccountId,
  now: number,
): Promise<IssuedToken | undefined> {
  const { token, tokenId, secretHash } = makeToken();
  const row = { tokenId, accountId: account, secretHash, createdAt: now };
  const added = await session.change(queries.addToken, row);
  return added > 0 ? { accountId: account, tokenId, token } : undefined;
}
