/** The options of the command line, for the benchmarks that have them. */
export interface Asked {
  /** Rows of the files of `rivals` and `readers`. */
  readonly rows?: number;
  /** Uploads at once in `rivals`: 1, 4 or 16. Default: 1, then 4. */
  readonly atOnce?: number;
  /** The folder for pictures of the figures. */
  readonly pictures?: string;
}
