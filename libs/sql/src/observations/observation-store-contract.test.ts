import { observationStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlObservationStore } from './sql-observation-store.js';

describe('SqlObservationStore', () => {
  observationStoreContract({ describe, it }, async () => {
    const file = await DatabaseFile.create();
    return {
      store: new SqlObservationStore({ database: file.database }),
      reopen: async () => new SqlObservationStore({ database: await file.reopen() }),
      close: () => file.remove(),
    };
  });
});
