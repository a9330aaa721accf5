import type { AccountId } from '../model/identifiers.js';
import type { NumberHash } from '../model/number-hash.js';
import type { FoundAnswer, KnownAnswers } from '../ports/optional/known-answers.js';

/** Keeps the answers of accounts in this process's memory, for tests and for trying out: they are forgotten when the process ends. */
export class MemoryKnownAnswers implements KnownAnswers {
  readonly #accounts = new Map<AccountId, Map<NumberHash, FoundAnswer>>();

  async remember(accountId: AccountId, answers: readonly FoundAnswer[]): Promise<void> {
    const known = this.#accounts.get(accountId) ?? new Map<NumberHash, FoundAnswer>();
    for (const answer of answers) {
      const earlier = known.get(answer.number);
      if (earlier === undefined || earlier.checkedAt <= answer.checkedAt) {
        known.set(answer.number, structuredClone(answer));
      }
    }
    if (known.size > 0) this.#accounts.set(accountId, known);
  }

  async find(
    accountId: AccountId,
    numbers: readonly NumberHash[],
    since: number,
  ): Promise<readonly (FoundAnswer | undefined)[]> {
    const known = this.#accounts.get(accountId);
    return numbers.map((number) => {
      const answer = known?.get(number);
      return answer !== undefined && answer.checkedAt >= since ? structuredClone(answer) : undefined;
    });
  }

  async forget(accountId: AccountId, numbers: readonly NumberHash[]): Promise<void> {
    const known = this.#accounts.get(accountId);
    for (const number of numbers) known?.delete(number);
  }

  async forgetAccount(accountId: AccountId): Promise<void> {
    this.#accounts.delete(accountId);
  }

  async expire({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    let removed = 0;
    for (const known of this.#accounts.values()) {
      for (const [number, { checkedAt }] of known) {
        if (removed >= limit) return removed;
        if (checkedAt >= before) continue;
        known.delete(number);
        removed += 1;
      }
    }
    return removed;
  }
}
