import { accountId } from '@dialproof/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptySchema } from '../../../../tools/services/postgres.fixture.js';
import { connectPostgresDatabase } from '../postgres/open-postgres-database.js';
import { postgresSchemaDialect } from '../postgres/postgres-schema-dialect.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { ANN, enqueueTask } from '../tasks/task.fixture.js';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { describeOnPostgres, POSTGRES_URL } from '../test-databases.fixture.js';
import { accountUsage } from './0020-account-usage.js';
import { ALL_MIGRATIONS } from './all-migrations.js';
import { fileBefore } from './file-before.fixture.js';
import { migrate } from './migrate.js';

const BOB = accountId('bob');

/** Ann has a draft and three tasks, two of them unfinished. Bob has only a draft. */
const TASKS = `
  insert into tasks (task_id, account_id, status, created_at, stored_bytes, file)
    values ('a', 'ann', 'done', 1, 100, '{}'), ('b', 'ann', 'queued', 2, 20, '{}'), ('c', 'ann', 'processing', 3, 3, '{}'),
      ('d', 'ann', 'draft', 4, 0, '{}'), ('e', 'bob', 'draft', 5, 0, '{}');`;
const STORED = { storedBytes: 123, unfinishedTasks: 2 };
/** The bytes of a task of the fixture: itself, and a chunk of two bytes. */
const TASK_BYTES = 1_026;

async function expectUsageAfter(store: SqlTaskStore, stored: typeof STORED): Promise<void> {
  expect(await store.usage(ANN)).toMatchObject(stored);
  expect(await store.usage(BOB)).toMatchObject({ storedBytes: 0, unfinishedTasks: 0 });
  await enqueueTask(store);
  expect(await store.usage(ANN)).toMatchObject({
    storedBytes: stored.storedBytes + TASK_BYTES,
    unfinishedTasks: stored.unfinishedTasks + 1,
  });
}

describe('the usage of accounts in a file of an earlier version', () => {
  it('is added up once and kept from then on', async () => {
    const database = await temporaryDatabase(await fileBefore(accountUsage, TASKS));
    await expectUsageAfter(new SqlTaskStore({ database }), STORED);
  });
});

/** A schema of PostgreSQL as it was before the migration. */
async function schemaBefore() {
  const { client, schema } = await emptySchema();
  const database = connectPostgresDatabase({ url: POSTGRES_URL, schema });
  onTestFinished(() => database.close());
  const dialect = postgresSchemaDialect(schema);
  await migrate(database, dialect, ALL_MIGRATIONS.slice(0, accountUsage.version - 1));
  await client.query(`set search_path to "${schema}"; ${TASKS}`);
  return { client, database, migrated: () => migrate(database, dialect, ALL_MIGRATIONS) };
}

describeOnPostgres('the usage of accounts in a schema of an earlier version', () => {
  it('is added up once and kept from then on', async () => {
    const { database, migrated } = await schemaBefore();
    await migrated();
    await expectUsageAfter(new SqlTaskStore({ database }), STORED);
  });

  it('holds what a process of that version has written meanwhile', async () => {
    const { client, database, migrated } = await schemaBefore();
    await client.query("begin; update tasks set status = 'done' where task_id = 'c'");
    const migrating = migrated();
    const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
    await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), 5_000);
    await client.query("delete from tasks where task_id = 'a'; commit");
    await migrating;
    await expectUsageAfter(new SqlTaskStore({ database }), { storedBytes: 23, unfinishedTasks: 1 });
  });
});
