/** The options of a factory by name. The compiler requires each of them, and no other. */
export type OptionNames<Options> = Readonly<Record<keyof Options, unknown>>;

/**
 * Throws TypeError for an option that a factory does not know, with its name and those that it knows. A misspelt option would otherwise
 * have no effect.
 */
export function assertOptionNames<Options extends object>(
  factory: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${factory} has no option ${unknown}; it has ${known.join(', ')}`);
}

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

/**
 * The whole milliseconds from `now` until `at`, both of `Clock.elapsed`, and 0 for a past time. It rounds to the microsecond first: adding
 * and subtracting a fraction may change a length by less than that.
 */
export function msUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil(Number((at - now).toFixed(3))));
}

/** The milliseconds from `now` until the next of several times, as {@link msUntil}; null for `Infinity`, which means none. */
export function msUntilNext(next: number, now: number): number | null {
  return next === Number.POSITIVE_INFINITY ? null : msUntil(next, now);
}

/**
 * The pause that a `Retry-After` header asks for, in milliseconds from `now`: a number of seconds or a date (RFC 9110, 10.2.3). Undefined
 * if there is no readable header.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Date.parse also takes numbers with signs and points, and words with digits behind them.
  const time = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
