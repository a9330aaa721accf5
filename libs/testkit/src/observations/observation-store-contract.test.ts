import type { ObservationStore } from '@dialproof/core';
import { describe } from 'vitest';
import { MemoryObservationStore } from '../memory/index.js';
import { crowding, lending, provesSuite } from '../runner/suite-proof.fixture.js';
import { type ObservationStoreSubject, observationStoreContract } from './observation-store-contract.js';

describe('MemoryObservationStore', () => {
  provesSuite<ObservationStore, ObservationStoreSubject>(
    observationStoreContract,
    (_, change) => ({ store: change(new MemoryObservationStore()), close: async () => {} }),
    {
      'keeps the newest of each number that many callers record at once, in any order': crowding(
        'record',
        10,
      ),
      'keeps copies of its arguments, and returns copies': lending('find'),
      'remembers observations when it is opened again': () => ({
        reopen: async () => new MemoryObservationStore(),
      }),
    },
  );
});
