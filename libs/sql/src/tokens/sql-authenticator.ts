import {
  type AuthenticatedAccount,
  type Authenticator,
  type Clock,
  type Credentials,
  systemClock,
} from '@dialproof/core';
import { changeLast, type SqlDatabase } from '../database.js';
import { type RecognisedToken, recogniseToken } from './recognise-token.js';
import { compileTokenQueries, type TokenQueries } from './token-queries.js';

export interface SqlAuthenticatorOptions {
  readonly database: SqlDatabase;
  /** What the ends of tokens are compared with. Default the machine's own clock. */
  readonly clock?: Clock;
}

/** The last use of a token is written once in this time. */
const USE_WRITTEN_EVERY_MS = 60_000;

/**
 * Recognises accounts by tokens of {@link SqlTokens}. It keeps no cache: a revocation or a suspension, by another process too, counts
 * from the moment it is committed, and a look-up costs little more than the hash that a cache would need too.
 */
export class SqlAuthenticator implements Authenticator {
  readonly #database: SqlDatabase;
  readonly #queries: TokenQueries;
  readonly #clock: Clock;
  /** Tokens whose use is being written. */
  readonly #writing = new Set<string>();

  constructor({ database, clock = systemClock }: SqlAuthenticatorOptions) {
    this.#database = database;
    this.#queries = compileTokenQueries(database.builder);
    this.#clock = clock;
  }

  async authenticate({ token }: Credentials): Promise<AuthenticatedAccount | undefined> {
    if (token === undefined) return undefined;
    const now = this.#clock.now();
    const known = await recogniseToken(this.#database.read, this.#queries, token, now);
    if (known !== undefined) this.#noteUse(known, now);
    return known?.account;
  }

  /** Nobody waits for it, and a write that fails is made up for by a later use. */
  #noteUse({ tokenId, lastUsedAt }: RecognisedToken, now: number): void {
    if (lastUsedAt !== null && now - lastUsedAt < USE_WRITTEN_EVERY_MS) return;
    if (this.#writing.has(tokenId)) return;
    this.#writing.add(tokenId);
    this.#database
      .write((session) => changeLast(session, this.#queries.markUsed, { tokenId, now }), { durable: false })
      .catch(() => {})
      .finally(() => this.#writing.delete(tokenId));
  }
}
