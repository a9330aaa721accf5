/**
 * The whole milliseconds from `now` until `at`, both of `Clock.elapsed`, and 0 for a past time. To the microsecond first: a length
 * that was added to a fraction and taken off again may have grown by less.
 */
export function msUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil(Number((at - now).toFixed(3))));
}

/** The same until the next of several times; null for `Infinity`, where there is none. */
export function msUntilNext(next: number, now: number): number | null {
  return next === Number.POSITIVE_INFINITY ? null : msUntil(next, now);
}
