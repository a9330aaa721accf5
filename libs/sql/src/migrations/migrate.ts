import { type Clock, DialproofError, systemClock } from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWork } from '../database.js';
import { sql, verbatim } from '../query.js';
import { MIGRATIONS, type Migration, newestVersion, stepsAfter } from './all-migrations.js';
import { unknownVersionHint } from './moved-mark.js';
import type { SchemaDialect } from './schema-dialect.js';

/**
 * Makes the schema or brings it up to date, in one write. If two processes start at once, the second finds the work done. A crash half way
 * leaves the schema as it was. Rejects with `storage_unavailable` if the schema is newer than this code.
 */
export async function migrate(
  database: Pick<SqlDatabase, 'write'>,
  dialect: SchemaDialect,
  clock: Pick<Clock, 'now'> = systemClock,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const work: SqlWork<void> = async (session) => {
    const run = (statement: string) => session.change(verbatim(statement), {});
    for (const statement of dialect.begin) await run(statement);
    await run(migrationsTable(dialect));
    const current = await storedVersion(session);
    for (const { name, statements, version } of stepsFrom(current, migrations)) {
      for (const statement of statements(dialect)) await run(statement);
      await session.change(RECORD_MIGRATION, { version, name, appliedAt: clock.now() });
    }
  };
  await database.write(work);
}

/** Whether the schema is of this release. The schema has to exist. */
export async function isMigrated({ read }: Pick<SqlDatabase, 'read'>): Promise<boolean> {
  return (await storedVersion(read)) === newestVersion();
}

/** Rejects with `storage_unavailable` unless the schema is of this release, and changes nothing. */
export async function assertMigrated({ read }: Pick<SqlDatabase, 'read'>): Promise<void> {
  const current = await storedVersion(read);
  if (stepsFrom(current, MIGRATIONS).length === 0) return;
  throw new DialproofError('storage_unavailable', {
    hint: `the database has schema version ${current} and this release needs version ${newestVersion()}: migrate it first`,
  });
}

/** The statement that makes the table of migrations unless it exists. */
export function migrationsTable({ end, whole }: SchemaDialect): string {
  return `create table if not exists schema_migrations (
    version ${whole} not null primary key,
    name text not null,
    applied_at ${whole} not null
  )${end}`;
}

function stepsFrom(current: number, migrations: readonly Migration[]): readonly Migration[] {
  const newest = newestVersion(migrations);
  const steps = current > newest ? undefined : stepsAfter(current, migrations);
  if (steps !== undefined) return steps;
  throw new DialproofError('storage_unavailable', { hint: unknownVersionHint(current, newest) });
}

async function storedVersion(session: SqlSession): Promise<number> {
  return (await session.first(NEWEST, {}))?.version ?? 0;
}

const NEWEST = sql<object, { version: number | null }>`select max(version) as version from schema_migrations`;

const RECORD_MIGRATION = sql<{ version: number; name: string; appliedAt: number }>`
  insert into schema_migrations (version, name, applied_at) values (${'version'}, ${'name'}, ${'appliedAt'})`;
