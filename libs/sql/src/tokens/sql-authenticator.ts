import {
  type AuthenticatedAccount,
  type Authenticator,
  assertOptionNames,
  type Clock,
  type Credentials,
  systemClock,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
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
 * by another process too. Requests that begin together share a look-up, since a client that sends many at once has one token: between
 * them, nothing is committed.
 */
export class SqlAuthenticator implements Authenticator {
  readonly #database: SqlDatabase;
  readonly #clock: Clock;
  /** The look-ups that have begun since the last microtask, by token. */
  readonly #begun = new Map<string, Promise<RecognisedToken | undefined>>();
  /** Tokens whose use is being written. */
  readonly #writing = new Set<string>();

  constructor(options: SqlAuthenticatorOptions) {
    assertOptionNames('SqlAuthenticator', options, { clock: true, database: true });
    const { database, clock = systemClock } = options;
    this.#database = database;
    this.#clock = clock;
  }

  async authenticate({ token }: Credentials): Promise<AuthenticatedAccount | undefined> {
    if (token === undefined) return undefined;
    const now = this.#clock.now();
    const known = await this.#find(token, now);
    if (known !== undefined) this.#noteUse(known, now);
    return known?.account;
  }

  #find(token: string, now: number): Promise<RecognisedToken | undefined> {
    const begun = this.#begun.get(token);
    if (begun !== undefined) return begun;
    if (this.#begun.size === 0) queueMicrotask(() => this.#begun.clear());
    const known = recogniseToken(this.#database.read, token, now);
    this.#begun.set(token, known);
    return known;
  }

  /** Runs in the background. After a failed write, a later use is written. */
  #noteUse({ account: { tokenId }, lastUsedAt }: RecognisedToken, now: number): void {
    if (lastUsedAt !== null && now - lastUsedAt < USE_WRITTEN_EVERY_MS) return;
    if (this.#writing.has(tokenId)) return;
    this.#writing.add(tokenId);
    this.#database
      .write((session) => session.change(tokenQueries.markUsed, { tokenId, now }), { durable: false })
      .catch(() => {})
      .finally(() => this.#writing.delete(tokenId));
  }
}
