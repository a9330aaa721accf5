/**
 * The pause that a `Retry-After` header asks for, in milliseconds from `now`: a number of seconds or a date (RFC 9110, 10.2.3). Undefined
 * without a readable one.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Date.parse also takes numbers with signs and points, and words with digits behind them.
  const time = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
