import { type E164, type HoldId, taskId } from '@dialproof/core';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { SqlAccounts } from '../accounts/sql-accounts.js';
import { SqlSingleAnswerStore } from '../answers/sql-single-answer-store.js';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { describeOnPostgres, HASH_KEY, POSTGRES_URL, PostgresSchema } from '../test-databases.fixture.js';
import { SqlTokens } from '../tokens/sql-tokens.js';
import { tokenQueries } from '../tokens/token-queries.js';
import { openPostgresDatabase } from './open-postgres-database.js';

describeOnPostgres('rows that others have locked', () => {
  it('keep no statement without a transaction waiting for longer than a write waits', async () => {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const url = POSTGRES_URL;
    const database = await openPostgresDatabase({ url, schema: test.schema, waitMs: 1_000 });
    onTestFinished(() => database.close());
    const ledger = new SqlCreditLedger({ database });
    const answers = new SqlSingleAnswerStore({ database, hashKey: HASH_KEY });
    const store = new SqlTaskStore({ database });
    const { accountId: ada, token } = await new SqlAccounts({ database }).register('ada@example.com');
    const tokenId = SqlTokens.idOf(token) ?? '';
    await ledger.grant(ada, 9);
    const answer = { phone: '+14155550100' as E164, status: 'inactive', checkedAt: new Date() } as const;
    await answers.keep(ada, answer);
    const lease = await store.begin({ taskId: taskId('task'), accountId: ada, leaseMs: 60_000, run: 1 });

    const client = new pg.Client({ connectionString: POSTGRES_URL });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`set search_path to "${test.schema}"; begin`);
    for (const table of ['balances', 'single_answers', 'tasks', 'tokens'])
      await client.query(`select from ${table} for update`);

    const outcomes = await Promise.allSettled([
      ledger.hold({ holdId: 'h' as HoldId, accountId: ada, credits: 1, expiresAfterMs: null }),
      answers.keep(ada, answer),
      store.appendRows(lease, 0, Buffer.from('rows')),
      database.writeEach((session) => session.change(tokenQueries.markUsed, { tokenId, now: 0 })),
    ]);
    const hint = expect.stringContaining('locked for too long');
    const refused = { status: 'rejected', reason: { code: 'storage_unavailable', hint } };
    expect(outcomes).toMatchObject(outcomes.map(() => refused));
  });
});
