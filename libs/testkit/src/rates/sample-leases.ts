import assert from 'node:assert/strict';
import type { RateLease, RateLeaseRequest, RateStore, SharedRateLimit } from '@dialproof/core';

/** The length of a window with its tolerance: so long that the seconds of real time in a case do not matter. */
export const SPAN_MS = 3_600_000;
export const TOLERANCE_MS = 60_000;
export const LIMIT = 10;
/** Between two calls of {@link PER_HOUR}. */
export const INTERVAL_MS = SPAN_MS / LIMIT;
/** Longer than any wait of a case. */
export const ANY_MS = 1_000 * SPAN_MS;
/** The unit to which delays are rounded up. */
const ROUNDING_MS = 1;

export const PER_HOUR: SharedRateLimit = {
  name: 'perHour',
  limit: LIMIT,
  windowMs: SPAN_MS - TOLERANCE_MS,
  isSpread: true,
};
export const AT_ONCE: SharedRateLimit = { ...PER_HOUR, name: 'atOnce', isSpread: false };

export function lease(store: RateStore, request: Partial<RateLeaseRequest> = {}): Promise<RateLease> {
  return store.lease({
    limits: [PER_HOUR],
    weights: [1],
    maxWaitMs: ANY_MS,
    batchMs: ANY_MS,
    toleranceMs: TOLERANCE_MS,
    ...request,
  });
}

/** This many calls of weight one. */
export function calls(count: number): readonly number[] {
  return Array.from({ length: count }, () => 1);
}

/** Expects the calls of a lease to begin at these times after the first of them. */
export function assertGaps({ delaysMs }: RateLease, gaps: readonly number[]): void {
  assert.equal(
    delaysMs.length,
    gaps.length,
    `${delaysMs.length} calls were reserved, expected ${gaps.length}`,
  );
  const [first = 0] = delaysMs;
  for (const [index, gap] of gaps.entries()) {
    const told = (delaysMs[index] ?? Number.NaN) - first;
    assert.ok(Math.abs(told - gap) <= ROUNDING_MS, `call ${index} begins after ${told} ms, expected ${gap}`);
  }
}

/** Expects a time to lie between these two. */
export function assertBetween(ms: number | undefined, least: number, most: number): void {
  assert.ok(ms !== undefined && ms >= least && ms <= most, `it is ${ms} ms, expected ${least} to ${most}`);
}
