import { MemoryObservationStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { observationStoreContract } from './observation-store-contract.js';

describe('MemoryObservationStore', () => {
  observationStoreContract({ describe, it }, async () => ({
    store: new MemoryObservationStore(),
    close: async () => {},
  }));
});
