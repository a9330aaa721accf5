import * as around from '@dialproof/checkers/around';
import { MemoryAnswerCache } from '@dialproof/checkers/around';
import type { NumberChecker } from '@dialproof/core';

const DAY_MS = 86_400_000;
const PRICE = { perNumber: 0.001 };
/** Limits that are never reached: the benchmark measures their cost, not their effect. */
const UNREACHED = { perSecond: 100_000, perMinute: 6_000_000, perDay: 1_000_000_000, inFlight: 10_000 };

type Wrap = (checker: NumberChecker) => NumberChecker;

/** Each wrapper for single checks, the one next to the upstream first. */
export const WRAPPERS: Readonly<Record<string, Wrap>> = {
  withCostRecord: (checker) => around.withCostRecord(checker, PRICE),
  withSpendingLimit: (checker) => around.withSpendingLimit(checker, { perDay: 1_000_000, price: PRICE }),
  withRateLimit: (checker) => around.withRateLimit(checker, UNREACHED),
  cached: (checker) =>
    around.cached(checker, {
      cache: new MemoryAnswerCache(),
      keepMs: { wa_registered: DAY_MS, telegram_registered: DAY_MS, dead: DAY_MS, inactive: DAY_MS },
    }),
  coalesced: (checker) => around.coalesced(checker),
};

/** All wrappers around one checker, in the order of the package's README. */
export function allWrappers(checker: NumberChecker): NumberChecker {
  return Object.values(WRAPPERS).reduce((wrapped, wrap) => wrap(wrapped), checker);
}
