const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after the first failure, the second and so on (Standard Webhooks). After the last try a delivery is given up. */
const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** The share by which a pause is shortened or lengthened at random, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;
/** A receiver that asks for more gets this. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Milliseconds until the next try; null: there is none. `failures`: how often the delivery has failed, this time included.
 * `askedMs`: what the receiver asked for, null if it did not. `random`: from 0 to 1.
 */
export function pauseAfter(failures: number, askedMs: number | null, random: number): number | null {
  const pauseMs = PAUSES_MS[failures - 1];
  if (pauseMs === undefined) return null;
  const jittered = Math.round(pauseMs * (1 + JITTER * (2 * random - 1)));
  return Math.max(jittered, Math.min(askedMs ?? 0, LONGEST_RETRY_AFTER_MS));
}
