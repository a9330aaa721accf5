import { setTimeout as delay } from 'node:timers/promises';
import type { RateStore } from '@dialproof/core';
import { rateCounterContract, rateStoreContract } from '@dialproof/testkit';
import type { Redis } from 'ioredis';
import { describe, it } from 'vitest';
import {
  clientOfTest,
  describeOnRedis,
  prefixOfTest,
  REDIS_URL,
} from '../../../../tools/tests/services/redis.fixture.js';
import { type CountedPolicy, RedisRateCounters, RedisRateStore } from './index.js';

/** Makes all stored times of an upstream older by `ms` milliseconds. */
const AGE_LIMITS = `
local packed = redis.call('GET', KEYS[1])
if not packed then return end
local state = cmsgpack.unpack(packed)
local ms = tonumber(ARGV[1])
state.last = state.last - ms
for _, limit in pairs(state.limits) do
  limit.at = limit.at - ms
  for _, entry in ipairs(limit.log) do entry[1] = entry[1] - ms end
end
redis.call('SET', KEYS[1], cmsgpack.pack(state), 'KEEPTTL')
`;

describeOnRedis('RedisRateStore', () => {
  rateStoreContract({ describe, it }, async () => {
    const prefix = prefixOfTest();
    const client = clientOfTest();
    const stores: RedisRateStore[] = [];
    const open = (): RateStore => {
      const store = new RedisRateStore({ connection: REDIS_URL, prefix, name: 'upstream' });
      stores.push(store);
      return store;
    };
    return {
      store: open(),
      another: async () => open(),
      pass: async (ms) => void (await client.eval(AGE_LIMITS, 1, `${prefix}:rate:upstream`, ms)),
      async close() {
        for (const store of stores) store.close();
      },
    };
  });
});

describeOnRedis('RedisRateCounters', () => {
  rateCounterContract({ describe, it }, async () => {
    const prefix = prefixOfTest();
    const client = clientOfTest();
    const opened: RedisRateCounters[] = [];
    const open = async () => {
      const counters = new RedisRateCounters({ connection: REDIS_URL, prefix });
      opened.push(counters);
      await connected(counters);
      return (policy: CountedPolicy) => counters.counter(policy);
    };
    return {
      counter: await open(),
      another: open,
      pass: (ms) => ageKeys(client, `${prefix}:*`, ms),
      async close() {
        for (const counters of opened) counters.close();
      },
    };
  });
});

/** Counts are unknown until there is a connection. */
async function connected(counters: RedisRateCounters): Promise<void> {
  const { get } = counters.counter({ name: 'other', requests: 1, seconds: 1 });
  while (
    await get('nobody').then(
      () => false,
      () => true,
    )
  )
    await delay(1);
}

async function ageKeys(client: Redis, pattern: string, ms: number): Promise<void> {
  for (const key of await client.keys(pattern)) {
    await client.pexpire(key, Math.max(0, (await client.pttl(key)) - ms));
  }
}
