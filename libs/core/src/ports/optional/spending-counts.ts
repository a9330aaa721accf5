/**
 * The sum spent on each day: the credits of a daily cap, or money in whole millionths of the operator's unit, including the cost reserved
 * for running calls. A sum may be forgotten a month after its day.
 */
export interface SpendingCounts {
  /**
   * Adds `amount` to the day's sum if the new sum is at most `limit`, in one atomic step. Resolves to whether it did. Not safe to repeat: a
   * repeat adds the amount again.
   */
  take(day: string, amount: number, limit: number): Promise<boolean>;

  /** Subtracts `amount`, which {@link SpendingCounts.take} has added, from the day's sum. Not safe to repeat. */
  giveBack(day: string, amount: number): Promise<void>;

  /** The day's sum; 0 for an unknown day. `day` is written as `2026-01-31`. */
  spent(day: string): Promise<number>;
}
