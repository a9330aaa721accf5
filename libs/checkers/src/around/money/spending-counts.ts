/** What was spent on one day. Amounts are whole millionths of the operator's unit of money. */
export interface SpendingCounts {
  /**
   * Adds `amount` to the day's sum if that is at most `limit` afterwards, in one step that no concurrent caller divides. Resolves to whether
   * it did.
   */
  take(day: string, amount: number, limit: number): Promise<boolean>;

  /** Takes `amount`, which was taken before, off the day's sum. */
  giveBack(day: string, amount: number): Promise<void>;

  /** The day's sum; 0 for a day of which nothing is known. `day` is written as `2026-01-31`. */
  spent(day: string): Promise<number>;
}

/** Keeps the sums of the last days in this process: a restart begins at 0. */
export class MemorySpendingCounts implements SpendingCounts {
  readonly #sums = new Map<string, number>();

  async take(day: string, amount: number, limit: number): Promise<boolean> {
    const sum = (this.#sums.get(day) ?? 0) + amount;
    if (sum > limit) return false;
    this.#sums.set(day, sum);
    // What was under way at midnight is given back to the day before.
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
