/**
 * The whole milliseconds until the next of several times, both of `Clock.elapsed`, and 0 for a past time; null for `Infinity`: there is
 * none. It rounds to the microsecond first, since adding and subtracting a fraction may change a length by less than that.
 */
export function msUntilNext(next: number, now: number): number | null {
  if (next === Number.POSITIVE_INFINITY) return null;
  return Math.max(0, Math.ceil(Number((next - now).toFixed(3))));
}
