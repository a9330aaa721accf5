import { accountId, type E164, numberHash } from '@dialproof/core';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import {
  describeOnPostgres,
  emptySchema,
  POSTGRES_URL,
} from '../../../../tools/tests/services/postgres.fixture.js';
import { openPostgresDatabase } from '../postgres/open-postgres-database.js';
import { SqlKnownAnswers } from './sql-known-answers.js';

const ANN = accountId('ann');
const HASHES = Array.from({ length: 1_000 }, (_, index) =>
  numberHash('the key of known answers', `+4479460${10_000 + index}` as E164),
);

describeOnPostgres('known answers of a server whose collation is not that of bytes', () => {
  it('are kept and forgotten side by side without a deadlock', async () => {
    const { client, schema } = await emptySchema();
    const pool = new pg.Pool({ connectionString: POSTGRES_URL, max: 8 });
    onTestFinished(() => pool.end());
    const deadlocks: string[] = [];
    pool.on('connect', (made) => {
      // The driver's types do not tell of the connection.
      const { connection } = made as unknown as { readonly connection: NodeJS.EventEmitter };
      connection.on('errorMessage', ({ code }) => deadlocks.push(code));
    });
    const database = await openPostgresDatabase({ pool, schema, waitMs: 30_000 });
    onTestFinished(() => database.close());
    await client.query(
      `alter table "${schema}".known_answers alter column number_hash type text collate "und-x-icu"`,
    );
    const known = new SqlKnownAnswers({ database });
    const answers = HASHES.map((number) => ({ number, status: 'dead' as const, checkedAt: 1 }));
    await known.remember(ANN, answers);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        known.remember(ANN, answers),
        known.forget(ANN, HASHES),
        known.remember(ANN, answers),
        known.forgetAccount(ANN),
      ]);
    }
    expect(deadlocks).toEqual([]);
  });
});
