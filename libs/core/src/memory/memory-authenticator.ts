import { createHash } from 'node:crypto';
import type { AuthenticatedAccount, Authenticator, Credentials } from '../ports/authenticator.js';

/**
 * An authenticator with tokens in this process's memory, for tests, for trying out, and for a fixed set of tokens. It stores only their
 * hashes.
 */
export class MemoryAuthenticator implements Authenticator {
  readonly #accounts = new Map<string, KnownAccount>();

  /** `accounts`: the accounts by their tokens, for example a Map. More may be added later. */
  constructor(accounts: Iterable<readonly [token: string, account: AuthenticatedAccount]> = []) {
    for (const [token, account] of accounts) this.add(token, account);
  }

  /**
   * Assigns `token` to this account; a known token changes its account. `isGood` is called at each use of the token; false refuses it.
   * Default: the token is always valid.
   */
  add(token: string, account: AuthenticatedAccount, isGood: () => boolean = () => true): void {
    if (token === '') throw new TypeError('a token must not be empty');
    this.#accounts.set(hash(token), { account: copyOf(account), isGood });
  }

  async authenticate({ token }: Credentials): Promise<AuthenticatedAccount | undefined> {
    const known = token === undefined ? undefined : this.#accounts.get(hash(token));
    return known?.isGood() ? copyOf(known.account) : undefined;
  }
}

interface KnownAccount {
  readonly account: AuthenticatedAccount;
  readonly isGood: () => boolean;
}

function copyOf(account: AuthenticatedAccount): AuthenticatedAccount {
  const { scopes } = account;
  return scopes === undefined ? { ...account } : { ...account, scopes: [...scopes] };
}

/** The hash of a token. With it as the key, the time of a search reveals nothing about tokens. */
function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
