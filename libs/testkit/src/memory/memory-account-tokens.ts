import {
  type AccountId,
  type AccountToken,
  type AccountTokenKey,
  type AccountTokens,
  assertOptionNames,
  type Clock,
  DialproofError,
  type Entropy,
  type IssuedAccountToken,
  type MemoryAuthenticator,
  type NewAccountToken,
  systemClock,
  systemEntropy,
} from '@dialproof/core';

export interface MemoryAccountTokensOptions {
  /** Gets the new tokens. Tokens that it has from elsewhere are not listed. */
  readonly authenticator: MemoryAuthenticator;
  /** The source of times. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of ids and tokens. Default: the machine's own. */
  readonly entropy?: Entropy;
}

/** Tokens in this process's memory, for tests and for trying out. */
export class MemoryAccountTokens implements AccountTokens {
  readonly #authenticator: MemoryAuthenticator;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #tokens = new Map<AccountId, Map<string, AccountToken>>();

  constructor(options: MemoryAccountTokensOptions) {
    assertOptionNames('MemoryAccountTokens', options, { authenticator: true, clock: true, entropy: true });
    const { authenticator, clock = systemClock, entropy = systemEntropy } = options;
    this.#authenticator = authenticator;
    this.#clock = clock;
    this.#entropy = entropy;
  }

  async issue(asked: NewAccountToken): Promise<IssuedAccountToken | undefined> {
    const { accountId, countedAs, expiresAt, madeWith, maxPerAccount, name, scopes } = asked;
    const { maxCreditsPerDay, maxCreditsPerTask } = asked;
    const createdAt = this.#clock.now();
    const good = this.#good(accountId);
    if (madeWith !== null && !good.some(({ tokenId }) => tokenId === madeWith)) {
      throw new DialproofError('not_authenticated');
    }
    if (good.length >= maxPerAccount) return undefined;
    const tokenId = this.#entropy.uuid();
    const token = this.#entropy.bytes(32).toString('base64url');
    const record: AccountToken = {
      ...{ tokenId, name, scopes, createdAt, expiresAt, lastUsedAt: null },
      ...{ maxCreditsPerDay, maxCreditsPerTask },
    };
    const caps = {
      ...(maxCreditsPerTask === null ? {} : { maxCreditsPerTask }),
      ...(maxCreditsPerDay === null
        ? {}
        : { day: { maxCredits: maxCreditsPerDay, countedAs: countedAs ?? tokenId } }),
    };
    const ofAccount = this.#tokens.get(accountId) ?? new Map<string, AccountToken>();
    this.#tokens.set(accountId, ofAccount.set(tokenId, record));
    const account = {
      accountId,
      suspended: false,
      tokenId,
      ...(scopes === null ? {} : { scopes }),
      ...(expiresAt === null ? {} : { expiresAt }),
      ...(Object.keys(caps).length === 0 ? {} : { caps }),
    };
    this.#authenticator.add(token, account, () => this.#use({ accountId, tokenId }));
    return { ...record, token };
  }

  async list(accountId: AccountId): Promise<readonly AccountToken[]> {
    return this.#good(accountId);
  }

  async revoke({ accountId, tokenId }: AccountTokenKey): Promise<boolean> {
    const wasGood = this.#good(accountId).some((token) => token.tokenId === tokenId);
    this.#tokens.get(accountId)?.delete(tokenId);
    return wasGood;
  }

  #good(accountId: AccountId): readonly AccountToken[] {
    const now = this.#clock.now();
    return [...(this.#tokens.get(accountId)?.values() ?? [])].filter(
      ({ expiresAt }) => expiresAt === null || expiresAt > now,
    );
  }

  /** Whether a token is valid. The call counts as its last use. */
  #use({ accountId, tokenId }: AccountTokenKey): boolean {
    const token = this.#good(accountId).find((good) => good.tokenId === tokenId);
    if (token === undefined) return false;
    this.#tokens.get(accountId)?.set(tokenId, { ...token, lastUsedAt: this.#clock.now() });
    return true;
  }
}
