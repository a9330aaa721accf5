import type { AccountId } from '../model/identifiers.js';

/** How many things each account has under way at present. An account with none takes no memory. */
export class AccountCounts {
  readonly #counts = new Map<AccountId, number>();

  of(account: AccountId): number {
    return this.#counts.get(account) ?? 0;
  }

  add(account: AccountId): void {
    this.#counts.set(account, this.of(account) + 1);
  }

  remove(account: AccountId): void {
    const left = this.of(account) - 1;
    if (left > 0) this.#counts.set(account, left);
    else this.#counts.delete(account);
  }
}
