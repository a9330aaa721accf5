import { rateCounterContract, rateStoreContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { withPostgres } from '../../../../../tools/tests/services/postgres.fixture.js';
import { describeOnPostgres, PostgresSchema } from '../../test-databases.fixture.js';
import { PostgresRateCounters, PostgresRateStore } from '../index.js';
import { ageLeases } from './age-leases.fixture.js';

describeOnPostgres('PostgresRateStore', () => {
  rateStoreContract({ describe, it }, async () => {
    const test = await PostgresSchema.create();
    const other = await test.another();
    return {
      store: new PostgresRateStore({ database: test.database, name: 'upstream' }),
      another: async () => new PostgresRateStore({ database: other, name: 'upstream' }),
      pass: (ms) => ageLeases(test.schema, ms),
      async close() {
        await other.close();
        await test.remove();
      },
    };
  });
});

describeOnPostgres('PostgresRateCounters', () => {
  rateCounterContract({ describe, it }, async () => {
    const test = await PostgresSchema.create();
    const other = await test.another();
    return {
      counter: new PostgresRateCounters({ database: test.database }).counter,
      another: async () => new PostgresRateCounters({ database: other }).counter,
      pass: (ms) => ageCounts(test.schema, ms),
      async close() {
        await other.close();
        await test.remove();
      },
    };
  });
});

async function ageCounts(schema: string, ms: number): Promise<void> {
  await withPostgres((client) =>
    client.query(`update "${schema}".rate_counts set ends_at = ends_at - $1::bigint`, [ms]),
  );
}
