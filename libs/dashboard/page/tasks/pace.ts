const WINDOW_MS = 30_000;
const LEAST_MS = 1_500;

/** The number of done rows at a time, in milliseconds of a clock that never goes back. */
export interface Mark {
  readonly at: number;
  readonly processed: number;
}

export interface Pace {
  readonly rowsPerMinute: number;
  /** Undefined while nothing moves. */
  readonly leftMs: number | undefined;
}

/** The marks with one more, without outdated ones: those that are too old, and those before a retry. */
export function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const [last] = marks.slice(-1);
  if (last !== undefined && mark.processed < last.processed) return [mark];
  return [...marks.filter(({ at }) => mark.at - at <= WINDOW_MS), mark];
}

/** The pace of rows over the last half minute; undefined while it is not known. */
export function paceOf(marks: readonly Mark[], total: number): Pace | undefined {
  const [first] = marks;
  const [last] = marks.slice(-1);
  if (first === undefined || last === undefined || last.at - first.at < LEAST_MS) return undefined;
  const rowsPerMs = (last.processed - first.processed) / (last.at - first.at);
  return {
    rowsPerMinute: Math.round(rowsPerMs * 60_000),
    leftMs: rowsPerMs === 0 ? undefined : (total - last.processed) / rowsPerMs,
  };
}
