import { type Clock, DialproofError, systemClock } from '@dialproof/core';
import type { Compilable, Kysely } from 'kysely';
import type { SqlDatabase, SqlSession, SqlWork } from '../database.js';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';
import type { SchemaDialect } from '../schema-dialect.js';
import type { Migration } from './migration.js';
import { unknownVersionHint } from './moved-mark.js';

/**
 * Brings the schema up to date in one write. If two processes start at once, the second finds the work done. A crash half way leaves
 * the schema as it was. Rejects with `storage_unavailable` if the schema is newer than this code.
 */
export async function migrate(
  database: Pick<SqlDatabase, 'builder' | 'write'>,
  dialect: SchemaDialect,
  migrations: readonly Migration[],
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<void> {
  const { builder } = database;
  const work: SqlWork<void> = async (session) => {
    for (const statement of dialect.begin(builder)) await session.change(asQuery(statement), {});
    const current = await currentVersion(session, builder, dialect);
    assertKnown(current, migrations);
    for (const migration of migrations.filter(({ version }) => version > current)) {
      for (const statement of migration.statements({ builder, dialect })) {
        await session.change(asQuery(statement), {});
      }
      await session.change(recordMigration(builder, migration, clock.now()), {});
    }
  };
  await database.write(work);
}

/** Whether the schema is of this release. The schema has to exist. */
export async function isMigrated(
  { builder, read }: Pick<SqlDatabase, 'builder' | 'read'>,
  migrations: readonly Migration[],
): Promise<boolean> {
  return (await newestVersion(read, builder)) === (migrations.at(-1)?.version ?? 0);
}

/** Rejects with `storage_unavailable` unless the schema is of this release, and changes nothing. */
export async function assertMigrated(
  { builder, read }: Pick<SqlDatabase, 'builder' | 'read'>,
  migrations: readonly Migration[],
): Promise<void> {
  const current = await newestVersion(read, builder);
  assertKnown(current, migrations);
  const newest = migrations.at(-1)?.version ?? 0;
  if (current === newest) return;
  throw new DialproofError('storage_unavailable', {
    hint: `the database has schema version ${current} and this release needs version ${newest}: migrate it first`,
  });
}

function asQuery(statement: Compilable) {
  return compileQuery()(() => statement);
}

async function currentVersion(session: SqlSession, builder: Kysely<Tables>, dialect: SchemaDialect) {
  await session.change(asQuery(createMigrationsTable(builder, dialect)), {});
  return await newestVersion(session, builder);
}

/** Makes the table of migrations unless it exists. */
export function createMigrationsTable(builder: Kysely<Tables>, dialect: SchemaDialect): Compilable {
  return builder.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('version', dialect.integer, (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', dialect.integer, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd);
}

async function newestVersion(session: SqlSession, builder: Kysely<Tables>): Promise<number> {
  const newest = compileQuery()(() =>
    builder.selectFrom('schema_migrations').select((eb) => eb.fn.max('version').as('version')),
  );
  return (await session.first(newest, {}))?.version ?? 0;
}

function assertKnown(current: number, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  if (current <= newest) return;
  throw new DialproofError('storage_unavailable', {
    hint: unknownVersionHint(current, newest),
  });
}

function recordMigration(builder: Kysely<Tables>, { version, name }: Migration, now: number) {
  return compileQuery()(() =>
    builder.insertInto('schema_migrations').values({ version, name, applied_at: now }),
  );
}
