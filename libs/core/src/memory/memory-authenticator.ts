import { createHash } from 'node:crypto';
import type { AuthenticatedAccount, Authenticator, Credentials } from '../ports/authenticator.js';

/** Knows tokens in this process's memory, for tests, for trying out, and for a fixed set of tokens. It keeps their hashes only. */
export class MemoryAuthenticator implements Authenticator {
  readonly #accounts = new Map<string, AuthenticatedAccount>();

  /** `accounts`: the accounts by their tokens, a Map for instance. More may be added later. */
  constructor(accounts: Iterable<readonly [token: string, account: AuthenticatedAccount]> = []) {
    for (const [token, account] of accounts) this.add(token, account);
  }

  /** Makes `token` one of this account. A token that is known already is this account's from now on. */
  add(token: string, account: AuthenticatedAccount): void {
    if (token === '') throw new TypeError('a token must not be empty');
    this.#accounts.set(hash(token), copyOf(account));
  }

  async authenticate({ token }: Credentials): Promise<AuthenticatedAccount | undefined> {
    const account = token === undefined ? undefined : this.#accounts.get(hash(token));
    return account && copyOf(account);
  }
}

function copyOf(account: AuthenticatedAccount): AuthenticatedAccount {
  const { scopes } = account;
  return scopes === undefined ? { ...account } : { ...account, scopes: [...scopes] };
}

/** With the hash as the key, how long the search takes says nothing about a token. */
function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
