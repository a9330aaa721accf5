import {
  type AuthenticatedAccount,
  type Authenticator,
  assertOptionNames,
  type Clock,
  type Credentials,
  systemClock,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { SharedReads } from '../shared-reads.js';
import { type RecognisedToken, recogniseToken } from './recognise-token.js';
import { tokenQueries } from './token-queries.js';

export interface SqlAuthenticatorOptions {
  readonly database: SqlDatabase;
  /** The clock by which tokens expire. Default: the machine's own. */
  readonly clock?: Clock;
}

/** The last use of a token is written at most once in this time. */
const USE_WRITTEN_EVERY_MS = 60_000;

/**
 * Recognises accounts by tokens of {@link SqlTokens}. It has no cache. So a revocation or a suspension takes effect when it is committed,
 * by another process too. Requests with one token share look-ups, see {@link SharedReads}: a client that sends many at once has one token.
 */
export class SqlAuthenticator implements Authenticator {
  readonly #database: SqlDatabase;
  readonly #clock: Clock;
  readonly #lookUps: SharedReads<RecognisedToken | undefined>;
  /** Tokens whose use is being written. */
  readonly #writing = new Set<string>();

  constructor(options: SqlAuthenticatorOptions) {
    assertOptionNames('SqlAuthenticator', options, { clock: true, database: true });
    const { database, clock = systemClock } = options;
    this.#database = database;
    this.#clock = clock;
    this.#lookUps = new SharedReads((token) => recogniseToken(database.read, token, clock.now()), clock);
  }

  async authenticate({ token }: Credentials): Promise<AuthenticatedAccount | undefined> {
    if (token === undefined) return undefined;
    const known = await this.#lookUps.of(token);
    if (known !== undefined) this.#noteUse(known, this.#clock.now());
    return known?.account;
  }

  /** Runs in the background. After a failed write, a later use is written. */
  #noteUse({ account: { tokenId }, lastUsedAt }: RecognisedToken, now: number): void {
    if (lastUsedAt !== null && now - lastUsedAt < USE_WRITTEN_EVERY_MS) return;
    if (this.#writing.has(tokenId)) return;
    this.#writing.add(tokenId);
    this.#database
      .writeEach((session) => session.change(tokenQueries.markUsed, { tokenId, now }), { durable: false })
      .catch(() => {})
      .finally(() => this.#writing.delete(tokenId));
  }
}
