import type { RateStore } from '@dialproof/core';
import { describe } from 'vitest';
import { MemoryRateStore } from '../memory/index.js';
import { byWallClock, failing, provesSuite, sharing } from '../runner/suite-proof.fixture.js';
import { type RateStoreSubject, rateStoreContract } from './rate-store-contract.js';

describe('MemoryRateStore', () => {
  provesSuite<RateStore, RateStoreSubject>(
    rateStoreContract,
    (clock, change) => ({ store: change(new MemoryRateStore({ clock })), close: async () => {} }),
    {
      ...failing(
        sharing('lease'),
        'lets leases at once come one after the other',
        'has no window with more than the limit, however many lease at once',
      ),
      'counts by weight, and lets no light call pass a heavy one': (store) => ({
        lease: ({ weights, ...request }) => store.lease({ ...request, weights: weights.toSorted() }),
      }),
      'reserves nothing if the first would wait for too long, and has the length of the wait': (store) => ({
        async lease(request) {
          const given = await store.lease({ ...request, maxWaitMs: Number.MAX_SAFE_INTEGER });
          return given.waitMs > request.maxWaitMs ? { ...given, delaysMs: [] } : given;
        },
      }),
      'saves nothing up in a time without calls': (store, clock) => {
        let lastAt = clock.elapsed();
        return {
          async lease(request) {
            const savedMs = clock.elapsed() - lastAt;
            lastAt = clock.elapsed();
            const { delaysMs, waitMs } = await store.lease(request);
            return { waitMs, delaysMs: delaysMs.map((delayMs) => Math.max(0, delayMs - savedMs)) };
          },
        };
      },
      ...failing(
        byWallClock,
        'reserves alike when the clock of the machine is set ahead',
        'reserves alike when the clock of the machine is set back',
      ),
      'keeps the limits for several processes': (_, clock) => ({
        another: async () => new MemoryRateStore({ clock }),
      }),
    },
  );
});
