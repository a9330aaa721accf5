import { ManualClock } from '@dialproof/core';
import { rateStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnPostgres, PostgresSchema } from '../../test-databases.fixture.js';
import { PostgresRateStore } from '../index.js';
import { ageLeases } from './age-leases.fixture.js';

describeOnPostgres('PostgresRateStore', () => {
  rateStoreContract({ describe, it }, async () => {
    const test = await PostgresSchema.create();
    const other = await test.another();
    // A slow machine gives up no lease: the clock of the time limit stands still.
    const options = { name: 'upstream', clock: new ManualClock() };
    return {
      store: new PostgresRateStore({ ...options, database: test.database }),
      another: async () => new PostgresRateStore({ ...options, database: other }),
      pass: (ms) => ageLeases(test.schema, ms),
      async close() {
        await other.close();
        await test.remove();
      },
    };
  });
});
