import type { AccountId, E164 } from '../model/identifiers.js';
import {
  type SuppressionAddition,
  type SuppressionList,
  type SuppressionPage,
  type SuppressionPageRequest,
  suppressionPlace,
} from '../ports/optional/suppression-list.js';

/** The numbers of an account, each with its position in the order of addition, from 1. */
interface OfAccount {
  readonly numbers: Map<E164, { readonly entry: number; readonly addedAt: number }>;
  lastEntry: number;
}

/** Suppressed numbers in this process's memory, for tests and for trying out: they are forgotten when the process ends. */
export class MemorySuppressionList implements SuppressionList {
  readonly #accounts = new Map<AccountId, OfAccount>();

  async add({ accountId, addedAt, maxPerAccount, phones }: SuppressionAddition): Promise<number | undefined> {
    const list = this.#accounts.get(accountId) ?? { numbers: new Map(), lastEntry: 0 };
    const added = [...new Set(phones)].filter((phone) => !list.numbers.has(phone));
    if (list.numbers.size + added.length > maxPerAccount) return undefined;
    for (const phone of added) {
      list.lastEntry += 1;
      list.numbers.set(phone, { entry: list.lastEntry, addedAt });
    }
    this.#accounts.set(accountId, list);
    return added.length;
  }

  async remove(accountId: AccountId, phone: E164): Promise<boolean> {
    return this.#accounts.get(accountId)?.numbers.delete(phone) ?? false;
  }

  async among(accountId: AccountId, phones: readonly E164[]): Promise<ReadonlySet<E164>> {
    const numbers = this.#accounts.get(accountId)?.numbers;
    return new Set(phones.filter((phone) => numbers?.has(phone)));
  }

  async page({ accountId, cursor, limit }: SuppressionPageRequest): Promise<SuppressionPage> {
    const before = cursor === null ? Number.POSITIVE_INFINITY : suppressionPlace(cursor);
    const following = [...(this.#accounts.get(accountId)?.numbers ?? [])]
      .filter(([, { entry }]) => entry < before)
      .sort(([, one], [, other]) => other.entry - one.entry);
    const page = following.slice(0, limit);
    const last = page.at(-1);
    return {
      numbers: page.map(([phone, { addedAt }]) => ({ phone, addedAt })),
      nextCursor: last === undefined || following.length === page.length ? null : String(last[1].entry),
    };
  }
}
