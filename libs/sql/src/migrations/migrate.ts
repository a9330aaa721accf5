import { type Clock, DialproofError, systemClock } from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWork } from '../database.js';
import { sql, verbatim } from '../query.js';
import { CONVERSIONS } from './conversion.js';
import { firstSchema } from './first-schema.js';
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

/** One step of the schema after the first one, forward only. Once released it is never edited: a later one mends it. */
export interface Migration {
  /** Counts from {@link FIRST_VERSION} + 1 without gaps. */
  readonly version: number;
  readonly name: string;
  /** The SQL of the step, statement by statement. */
  readonly statements: (dialect: SchemaDialect) => readonly string[];
}

/** The version of the first schema. Versions 1 to 32 are those of the code before the first release. */
export const FIRST_VERSION = 33;

/** Every migration after the first schema, in the order of their versions. */
export const MIGRATIONS: readonly Migration[] = [];

/** The steps from a version to that of this release. Undefined for a version that this release cannot bring up to date. */
export function stepsAfter(
  version: number,
  migrations: readonly Migration[] = MIGRATIONS,
): readonly Migration[] | undefined {
  if (version >= FIRST_VERSION) return migrations.filter((migration) => migration.version > version);
  const statements = version === 0 ? firstSchema : CONVERSIONS.get(version);
  if (statements === undefined) return undefined;
  return [{ version: FIRST_VERSION, name: 'first schema', statements }, ...migrations];
}

/** The version of this release. */
export function newestVersion(migrations: readonly Migration[] = MIGRATIONS): number {
  return migrations.at(-1)?.version ?? FIRST_VERSION;
}

/**
 * The version of a database whose contents were moved to another one. It is above every schema version, so that every release, earlier
 * ones too, refuses to work on it: charges made in both databases would make an account's credits wrong.
 */
export const MOVED_VERSION = 1_000_000;

/** Says why this release refuses a database with an unknown schema version. */
export function unknownVersionHint(version: number, newest: number): string {
  if (version === MOVED_VERSION) return 'everything in the database was moved to another one: use that one';
  const instead =
    version > newest
      ? 'run the newer release'
      : `of the earlier ones it converts 3 and 21 to ${FIRST_VERSION - 1}`;
  return `the database has schema version ${version} and this release knows versions up to ${newest}: ${instead}`;
}
