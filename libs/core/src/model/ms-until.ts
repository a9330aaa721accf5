/**
 * The whole milliseconds from `now` until `at`, both of `Clock.elapsed`, and 0 for a past time. It rounds to the microsecond first: adding
 * and subtracting a fraction may change a length by less than that.
 */
export function msUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil(Number((at - now).toFixed(3))));
}

/** The same until the next of several times; null for `Infinity`, which means that there is none. */
export function msUntilNext(next: number, now: number): number | null {
  return next === Number.POSITIVE_INFINITY ? null : msUntil(next, now);
}
