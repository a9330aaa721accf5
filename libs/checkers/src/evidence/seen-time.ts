/** How far the clocks of an app and of this machine may differ. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Before the first of the apps existed. A date of eight digits that is read as seconds is earlier too. */
const EARLIEST = Date.UTC(2009, 0, 1);

/**
 * The time of an observation, as it may be recorded. One that is ahead of this machine's clock by up to five minutes was just now: apps and
 * machines differ by seconds. What is further ahead, or earlier than the apps, is a mistake, and undefined: in the future it would never
 * grow old, and no true observation could replace it.
 */
export function seenTime(milliseconds: number, now: number): number | undefined {
  if (!Number.isFinite(milliseconds) || milliseconds < EARLIEST) return undefined;
  if (milliseconds > now + CLOCK_DIFFERENCE_MS) return undefined;
  return Math.floor(Math.min(milliseconds, now));
}
