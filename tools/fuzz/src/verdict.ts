/** The outcome of a file, and whether it is right. */
export interface Verdict {
  /** The outcome: `accepted`, the code of the refusal, or `broken`. */
  readonly outcome: string;
  /** What is wrong with it; undefined if nothing is. */
  readonly violation?: string;
}
