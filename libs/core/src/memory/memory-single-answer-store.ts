import type { AccountId, E164 } from '../model/identifiers.js';
import { assertOptionNames } from '../model/options.js';
import { type Clock, systemClock } from '../ports/clock.js';
import type {
  SingleAnswer,
  SingleAnswerExpiry,
  SingleAnswerStore,
} from '../ports/optional/single-answer-store.js';

export interface MemorySingleAnswerStoreOptions {
  /** The store's clock. Default: the machine's own. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** Answers of single checks in this process's memory, for tests and for trying out: they are forgotten when the process ends. */
export class MemorySingleAnswerStore implements SingleAnswerStore {
  readonly #accounts = new Map<AccountId, Map<E164, SingleAnswer>>();
  readonly #clock: Pick<Clock, 'now'>;

  constructor(options: MemorySingleAnswerStoreOptions = {}) {
    assertOptionNames('MemorySingleAnswerStore', options, { clock: true });
    this.#clock = options.clock ?? systemClock;
  }

  async keep(accountId: AccountId, answer: SingleAnswer): Promise<void> {
    const kept = this.#accounts.get(accountId) ?? new Map<E164, SingleAnswer>();
    this.#accounts.set(accountId, kept);
    const earlier = kept.get(answer.phone)?.checkedAt.getTime() ?? Number.NEGATIVE_INFINITY;
    if (earlier <= answer.checkedAt.getTime() || earlier > this.#clock.now())
      kept.set(answer.phone, structuredClone(answer));
  }

  async find(accountId: AccountId, phones: readonly E164[], since: number): Promise<readonly SingleAnswer[]> {
    const kept = this.#accounts.get(accountId);
    return [...new Set(phones)].flatMap((phone) => {
      const answer = kept?.get(phone);
      return answer !== undefined && answer.checkedAt.getTime() >= since ? [structuredClone(answer)] : [];
    });
  }

  async remove(accountId: AccountId, phone: E164): Promise<boolean> {
    return this.#accounts.get(accountId)?.delete(phone) ?? false;
  }

  async expire({ limit, olderThanMs }: SingleAnswerExpiry): Promise<number> {
    const before = this.#clock.now() - olderThanMs;
    let removed = 0;
    for (const kept of this.#accounts.values()) {
      for (const [phone, { checkedAt }] of kept) {
        if (removed === limit) return removed;
        if (checkedAt.getTime() < before && kept.delete(phone)) removed += 1;
      }
    }
    return removed;
  }
}
