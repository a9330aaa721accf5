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
