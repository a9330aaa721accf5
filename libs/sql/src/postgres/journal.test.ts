import { accountId } from '@dialproof/core';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { describeOnPostgres, POSTGRES_URL, PostgresSchema } from '../test-databases.fixture.js';

describeOnPostgres('the journal in PostgreSQL', () => {
  it.each(['update SCHEMA.journal set credits = 9', 'delete from SCHEMA.journal', 'truncate SCHEMA.journal'])(
    'refuses "%s"',
    async (statement) => {
      const test = await PostgresSchema.create();
      onTestFinished(() => test.remove());
      await new SqlCreditLedger({ database: test.database }).grant(accountId('ada'), 5);
      const client = new pg.Client({ connectionString: POSTGRES_URL });
      await client.connect();
      onTestFinished(() => client.end());
      await expect(client.query(statement.replace('SCHEMA', test.schema))).rejects.toThrow('never changed');
    },
  );
});
