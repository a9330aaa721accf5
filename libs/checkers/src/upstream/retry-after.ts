/**
 * The time that a `Retry-After` names, in milliseconds from `now`: it is a count of seconds or a date (RFC 9110, 10.2.3). Undefined where
 * there is none that can be read.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined || text === '') return undefined;
  // Date.parse also takes numbers with signs and points, and words with digits behind them.
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : datedWaitMs(text, now);
  return waitMs === undefined ? undefined : Math.max(0, waitMs);
}

function datedWaitMs(text: string, now: number): number | undefined {
  const time = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time - now;
}
