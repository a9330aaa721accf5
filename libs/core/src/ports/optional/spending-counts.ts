/**
 * The sum spent on each day: credits of a daily cap, or money, as whole millionths of the operator's unit, with what is set aside for calls
 * under way. A sum may be forgotten a month after its day.
 */
export interface SpendingCounts {
  /**
   * Adds `amount` to the day's sum if the new sum is at most `limit`, in one atomic step. Resolves to whether it did. Not safe to repeat: a
   * repeat spends once more.
   */
  take(day: string, amount: number, limit: number): Promise<boolean>;

  /** Subtracts `amount`, which {@link SpendingCounts.take} has added, from the day's sum. Not safe to repeat. */
  giveBack(day: string, amount: number): Promise<void>;

  /** The day's sum; 0 for an unknown day. `day` is written as `2026-01-31`. */
  spent(day: string): Promise<number>;
}
