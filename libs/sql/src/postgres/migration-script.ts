import { FIRST_VERSION, migrationsTable, newestVersion, stepsAfter } from '../migrations/migrate.js';
import { assertSchemaName, DEFAULT_SCHEMA, postgresSchemaDialect } from './postgres-schema-dialect.js';

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
  const newest = newestVersion();
  // Only SQLite files had version 3.
  const isVersion = Number.isInteger(after) && after >= 0 && after <= newest && after !== 3;
  const steps = isVersion ? stepsAfter(after) : undefined;
  if (steps === undefined) {
    throw new RangeError(
      `after is ${after}, expected 0 for no schema yet, or its version, ${newest} at most`,
    );
  }
  const dialect = postgresSchemaDialect(schema);
  const lines = ['begin;', ...dialect.begin.map(line), line(migrationsTable(dialect))];
  for (const { name, statements, version } of steps) {
    const isConversion = version === FIRST_VERSION && after > 0;
    lines.push('', `-- ${version}: ${name}${isConversion ? `, from version ${after}` : ''}`);
    const record = `insert into schema_migrations values (${version}, '${name}', floor(extract(epoch from clock_timestamp()) * 1000))`;
    lines.push(...statements(dialect).map(line), line(record));
  }
  return [...lines, '', 'commit;', ''].join('\n');
}

function line(statement: string): string {
  return `${statement};`;
}
