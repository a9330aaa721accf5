/** What was spent on one day, with what is set aside for calls under way. Amounts are whole millionths of the operator's unit of money. */
export interface SpendingCounts {
  /**
   * Adds `amount` to the day's sum if that is at most `limit` afterwards, in one step that no concurrent caller divides. Resolves to whether
   * it did. Not safe to repeat: a repeat spends once more.
   */
  take(day: string, amount: number, limit: number): Promise<boolean>;

  /** Takes `amount`, which was taken before, off the day's sum. Not safe to repeat. */
  giveBack(day: string, amount: number): Promise<void>;

  /** The day's sum; 0 for a day of which nothing is known. `day` is written as `2026-01-31`. */
  spent(day: string): Promise<number>;
}
