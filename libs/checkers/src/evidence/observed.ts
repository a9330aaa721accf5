import { type E164, phoneInCell } from '@dialproof/core';

/** The largest difference between the clocks of an app and of this machine. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Before this time, none of the apps existed. A date of eight digits that is read as seconds is earlier too. */
const EARLIEST = Date.UTC(2009, 0, 1);

/**
 * The time of an observation, as it may be recorded. A time up to five minutes ahead of this machine's clock becomes now, since clocks differ
 * by seconds. Returns undefined for one further ahead, or before the apps existed: it is a mistake. An observation from the future would never
 * grow old, and no true one could replace it.
 */
export function seenTime(milliseconds: number, now: number): number | undefined {
  if (!Number.isFinite(milliseconds) || milliseconds < EARLIEST) return undefined;
  if (milliseconds > now + CLOCK_DIFFERENCE_MS) return undefined;
  return Math.floor(Math.min(milliseconds, now));
}

const INTERNATIONAL = /^\+?([1-9]\d{6,14})$/;

/** Reads a number in the form of the apps: E.164, with or without its +. Returns undefined for an id that is no number. */
export function appNumber(text: string): E164 | undefined {
  const digits = INTERNATIONAL.exec(text.trim())?.[1];
  return digits === undefined ? undefined : (phoneInCell(`+${digits}`).number ?? undefined);
}
