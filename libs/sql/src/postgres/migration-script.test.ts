import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FIRST_VERSION, newestVersion } from '../migrations/migrate.js';
import { describeOnPostgres, POSTGRES_URL, PostgresSchema } from '../test-databases.fixture.js';
import { postgresMigrationScript } from './migration-script.js';
import { openPostgresDatabase } from './open-postgres-database.js';

async function serverClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** The parts of a schema, without its name. */
async function shapeOf(client: pg.Client, schema: string): Promise<unknown[]> {
  const columns = `select table_name, column_name, data_type, is_nullable, column_default, is_identity
    from information_schema.columns where table_schema = $1 order by table_name, column_name`;
  const indexes = 'select indexdef from pg_indexes where schemaname = $1 order by indexdef';
  const triggers = `select event_object_table, trigger_name, event_manipulation
    from information_schema.triggers where trigger_schema = $1 order by 1, 2, 3`;
  const rows = [];
  for (const query of [columns, indexes, triggers]) rows.push(...(await client.query(query, [schema])).rows);
  return JSON.parse(JSON.stringify(rows).replaceAll(schema, 'schema'));
}

describeOnPostgres('the migration script', () => {
  it('makes the schema that opening a database makes', async () => {
    const opened = await PostgresSchema.create();
    onTestFinished(() => opened.remove());
    const schema = `test_${randomUUID().replaceAll('-', '')}`;
    const client = await serverClient();
    await client.query(postgresMigrationScript({ schema }));
    try {
      expect(await shapeOf(client, schema)).toEqual(await shapeOf(client, opened.schema));
      const database = await openPostgresDatabase({ url: POSTGRES_URL, schema, migrate: false });
      await database.probe();
      await database.close();
    } finally {
      await client.query(`drop schema "${schema}" cascade`);
    }
  });

  it('changes nothing in a schema that is up to date', async () => {
    const opened = await PostgresSchema.create();
    onTestFinished(() => opened.remove());
    const client = await serverClient();
    const before = await shapeOf(client, opened.schema);
    await client.query(postgresMigrationScript({ schema: opened.schema, after: newestVersion() }));
    expect(await shapeOf(client, opened.schema)).toEqual(before);
  });
});

describe('postgresMigrationScript', () => {
  it('makes the first schema, or converts an earlier one', () => {
    const [made, converted] = [0, 22].map((after) => postgresMigrationScript({ after }));
    expect(made).toContain(`-- ${FIRST_VERSION}: first schema\ncreate table accounts`);
    expect(converted).toContain(`-- ${FIRST_VERSION}: first schema, from version 22\nalter table`);
    expect(converted).not.toContain('create table accounts');
  });

  it.each([-1, 1.5, 2, 3, 20, newestVersion() + 1])('refuses the version %s', (after) => {
    expect(() => postgresMigrationScript({ after })).toThrow(RangeError);
  });

  it('refuses a schema whose name is none', () => {
    expect(() => postgresMigrationScript({ schema: 'a"; drop' })).toThrow(TypeError);
  });
});
