import type { Entropy } from '../../../ports/entropy.js';

/** The first pause; each further one is four times as long. */
const FIRST_PAUSE_MS = 3_000;
const GROWTH = 4;
const LONGEST_PAUSE_MS = 300_000;
/** By how much a pause may be longer or shorter, so that numbers that failed together are not asked about together again. */
const JITTER = 0.25;

/** How long to wait after the `failures`-th failure in a row, in milliseconds; never shorter than the upstream asked for. */
export function attemptPauseMs(
  failures: number,
  retryAfterMs: number,
  entropy: Pick<Entropy, 'fraction'>,
): number {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * GROWTH ** (failures - 1));
  return Math.ceil(Math.max(retryAfterMs, pauseMs * (1 + JITTER * (2 * entropy.fraction() - 1))));
}
