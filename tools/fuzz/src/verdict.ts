/** What a file came to, and whether that is right. */
export interface Verdict {
  /** What became of the file: `accepted`, or the code with which it was refused, or `broken`. */
  readonly outcome: string;
  /** What is wrong about that; undefined when it is as it should be. */
  readonly violation?: string;
}
