import type { AccountId } from '../model/identifiers.js';

/** Counts the operations of each account that are under way. An account without any takes no memory. */
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
