import {
  type AccountRegistry,
  accountId,
  assertOptionNames,
  type Clock,
  DialproofError,
  type Entropy,
  type MemoryAuthenticator,
  type RegisteredAccount,
  readEmailAddress,
  systemClock,
  systemEntropy,
} from '@dialproof/core';

export interface MemoryAccountRegistryOptions {
  /** Gets the tokens of new accounts. */
  readonly authenticator: MemoryAuthenticator;
  /** The source of `createdAt`. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of ids and tokens. Default: the machine's own. */
  readonly entropy?: Entropy;
}

/** Opens accounts in this process's memory, without credits, for tests and for trying out. */
export class MemoryAccountRegistry implements AccountRegistry {
  readonly #authenticator: MemoryAuthenticator;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #emails = new Set<string>();

  constructor(options: MemoryAccountRegistryOptions) {
    assertOptionNames('MemoryAccountRegistry', options, { authenticator: true, clock: true, entropy: true });
    const { authenticator, clock = systemClock, entropy = systemEntropy } = options;
    this.#authenticator = authenticator;
    this.#clock = clock;
    this.#entropy = entropy;
  }

  async register(email: string): Promise<RegisteredAccount> {
    const { address, key } = readEmailAddress(email);
    if (this.#emails.has(key)) throw new DialproofError('email_taken');
    this.#emails.add(key);
    const account = accountId(this.#entropy.uuid());
    const token = this.#entropy.bytes(32).toString('base64url');
    this.#authenticator.add(token, { accountId: account, suspended: false });
    return { accountId: account, email: address, createdAt: this.#clock.now(), token };
  }
}
