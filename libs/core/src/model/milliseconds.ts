/** The longest delay of Node's timers, some 24.8 days. Node runs a timer with a longer delay at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface MillisecondsBounds {
  /** Default 1. */
  readonly least?: number;
  /** Default {@link LONGEST_TIMER_MS}. A larger value is for times that no timer waits for. */
  readonly most?: number;
}

/**
 * `value`, if it is a whole number of milliseconds within the bounds. Throws TypeError that names the option, its value and the allowed
 * values.
 */
export function millisecondsOption(option: string, value: unknown, bounds: MillisecondsBounds = {}): number {
  const { least = 1, most = LONGEST_TIMER_MS } = bounds;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
    return value;
  throw new TypeError(
    `option ${option} must be a whole number of milliseconds from ${least} to ${most}, not ${String(value)}`,
  );
}
