export { type AttemptOptions, withAttempts } from './faults/with-attempts.js';
export {
  type CircuitBreakerOptions,
  type HasCircuit,
  withCircuitBreaker,
} from './faults/with-circuit-breaker.js';
export { type ControlOptions, withControl } from './faults/with-control.js';
export { type BatchingOptions, batched } from './load/batched.js';
export { type CoalescingOptions, coalesced } from './load/coalesced.js';
export type { ShadowPair, ShadowReport } from './load/shadow-counts.js';
export { type Shadowed, type ShadowOptions, shadowed } from './load/shadowed.js';
export { type AccountShareOptions, withAccountShare } from './load/with-account-share.js';
export { type RateLimitOptions, withRateLimit } from './load/with-rate-limit.js';
export { type CachedOptions, cached } from './money/cached.js';
export type { CostOfAnswer, CostReport } from './money/call-costs.js';
export { DailyLimit, type DailyLimitOptions } from './money/daily-limit.js';
export { MemoryAnswerCache, type MemoryAnswerCacheOptions } from './money/memory-answer-cache.js';
export { MemorySpendingCounts } from './money/memory-spending-counts.js';
export type { Price, PricedAnswer, PricedOutcome } from './money/price-list.js';
export { type HasCosts, withCostRecord } from './money/with-cost-record.js';
export { type SpendingLimitOptions, withSpendingLimit } from './money/with-spending-limit.js';
