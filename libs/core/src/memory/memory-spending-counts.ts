import type { SpendingCounts } from '../ports/optional/spending-counts.js';

/** Keeps the sums of the last two days in this process's memory. A restart begins at 0. */
export class MemorySpendingCounts implements SpendingCounts {
  readonly #sums = new Map<string, number>();

  async take(day: string, amount: number, limit: number): Promise<boolean> {
    const sum = (this.#sums.get(day) ?? 0) + amount;
    if (sum > limit) return false;
    this.#sums.set(day, sum);
    // The day before is kept too, since credits that were taken before midnight may be given back to it.
    const [oldest] = this.#sums.keys();
    if (this.#sums.size > 2 && oldest !== undefined) this.#sums.delete(oldest);
    return true;
  }

  async giveBack(day: string, amount: number): Promise<void> {
    const sum = this.#sums.get(day);
    if (sum !== undefined) this.#sums.set(day, Math.max(0, sum - amount));
  }

  async spent(day: string): Promise<number> {
    return this.#sums.get(day) ?? 0;
  }
}
