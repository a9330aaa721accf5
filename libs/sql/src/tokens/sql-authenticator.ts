import type { AuthenticatedAccount, Authenticator, Credentials } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { recogniseToken } from './recognise-token.js';
import { compileTokenQueries, type TokenQueries } from './token-queries.js';

export interface SqlAuthenticatorOptions {
  readonly database: SqlDatabase;
}

/**
 * Recognises accounts by tokens of {@link SqlTokens}. It keeps no cache: a revocation or a suspension, by another process too, counts
 * from the moment it is committed, and a look-up costs little more than the hash that a cache would need too.
 */
export class SqlAuthenticator implements Authenticator {
  readonly #database: SqlDatabase;
  readonly #queries: TokenQueries;

  constructor({ database }: SqlAuthenticatorOptions) {
    this.#database = database;
    this.#queries = compileTokenQueries(database.builder);
  }

  async authenticate({ token }: Credentials): Promise<AuthenticatedAccount | undefined> {
    if (token === undefined) return undefined;
    return await recogniseToken(this.#database.read, this.#queries, token);
  }
}
