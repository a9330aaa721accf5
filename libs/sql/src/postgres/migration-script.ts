import { type Compilable, type Kysely, sql } from 'kysely';
import { ALL_MIGRATIONS } from '../migrations/all-migrations.js';
import { createMigrationsTable } from '../migrations/migrate.js';
import type { Migration } from '../migrations/migration.js';
import type { Tables } from '../schema.js';
import { postgresBuilder } from './postgres-builder.js';
import { postgresSchemaDialect } from './postgres-schema-dialect.js';
import { assertSchemaName, DEFAULT_SCHEMA } from './schema-name.js';

export interface MigrationScriptOptions {
  /** The schema that holds the tables. Default `dialproof`. */
  readonly schema?: string;
  /** The schema's present version. The script brings it to the version of this release. Default 0: no schema yet. */
  readonly after?: number;
}

/**
 * The SQL that `openPostgresDatabase` would run to bring a schema up to date, for hosts with their own migration pipeline. It is one
 * transaction, which waits for other migrations. Throws RangeError for a version that this release does not know.
 */
export function postgresMigrationScript({
  schema = DEFAULT_SCHEMA,
  after = 0,
}: MigrationScriptOptions = {}): string {
  assertSchemaName(schema);
  const newest = ALL_MIGRATIONS.length;
  if (!Number.isInteger(after) || after < 0 || after > newest) {
    throw new RangeError(`after is a version from 0 to ${newest} and not ${after}`);
  }
  const dialect = postgresSchemaDialect(schema);
  const builder = postgresBuilder(schema);
  const lines = [
    'begin;',
    ...dialect.begin(builder).map(text),
    text(createMigrationsTable(builder, dialect)),
  ];
  for (const migration of ALL_MIGRATIONS.slice(after)) {
    lines.push('', `-- ${migration.version}: ${migration.name}`);
    lines.push(...migration.statements({ builder, dialect }).map(text), text(record(builder, migration)));
  }
  return [...lines, '', 'commit;', ''].join('\n');
}

function text(statement: Compilable): string {
  const { sql, parameters } = statement.compile();
  if (parameters.length > 0) throw new Error(`a statement of a migration has parameters: ${sql}`);
  return `${sql.trim()};`;
}

function record(builder: Kysely<Tables>, { version, name }: Migration): Compilable {
  return builder.insertInto('schema_migrations').values({
    version: sql.lit(version),
    name: sql.lit(name),
    applied_at: sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)`,
  });
}
