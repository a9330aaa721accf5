import { MemoryRateStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { rateStoreContract } from './rate-store-contract.js';

describe('MemoryRateStore', () => {
  rateStoreContract({ describe, it }, async (clock) => ({
    store: new MemoryRateStore({ clock }),
    close: async () => {},
  }));
});
