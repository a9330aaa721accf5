/** What a trial prints, as JSON. */
export interface TrialFigures {
  readonly outcomes: readonly { readonly outcome: string; readonly ms: number; readonly cpuMs: number }[];
  readonly cpuMs: number;
  /** How far the resident set rose above what it was before the first file, in megabytes. */
  readonly growthMb: number;
  /** The longest that the thread of the event loop worked at once, in time of the processor. */
  readonly stallMs: number;
  /** Single numbers that were verified meanwhile. */
  readonly checks: number;
  readonly checkP99Ms: number;
}
