/** The output of a trial, as JSON. */
export interface TrialFigures {
  readonly outcomes: readonly { readonly outcome: string; readonly ms: number; readonly cpuMs: number }[];
  readonly cpuMs: number;
  /** The growth of the resident set since before the first file, in megabytes. */
  readonly growthMb: number;
  /** The longest continuous work of the event loop's thread, in processor time. */
  readonly stallMs: number;
  /** Single numbers that were verified meanwhile. */
  readonly checks: number;
  readonly checkP99Ms: number;
}
