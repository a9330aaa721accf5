import { observationStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlObservationStore } from './sql-observation-store.js';

describeOnEachDatabase('SqlObservationStore', (create) => {
  observationStoreContract({ describe, it }, async () => {
    const file = await create();
    return {
      store: new SqlObservationStore({ database: file.database }),
      reopen: async () => new SqlObservationStore({ database: await file.reopen() }),
      close: () => file.remove(),
    };
  });
});
