export type { RedisConnectionOption } from '../redis-options.js';
export {
  type CountedPolicy,
  RedisRateCounters,
  type RedisRateCountersOptions,
} from './redis-rate-counters.js';
export { RedisRateStore, type RedisRateStoreOptions } from './redis-rate-store.js';
