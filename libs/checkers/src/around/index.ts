export { type BatchingOptions, batched } from './load/batched.js';
export { type RateLimitOptions, withRateLimit } from './load/with-rate-limit.js';
export {
  type CachedOptions,
  cached,
  MemoryAnswerCache,
  type MemoryAnswerCacheOptions,
} from './money/cached.js';
export { DailyLimit, type DailyLimitOptions } from './money/daily-limit.js';
export type { Price, PricedAnswer, PricedOutcome } from './money/price-list.js';
export {
  type CostOfAnswer,
  type CostReport,
  type HasCosts,
  type SpendingLimitOptions,
  withCostRecord,
  withSpendingLimit,
} from './money/spending.js';
