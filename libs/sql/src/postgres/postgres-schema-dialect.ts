import { sql } from 'kysely';
import type { SchemaDialect } from '../schema-dialect.js';
import { createRateTables } from './rates/rate-tables.js';
import { postgresUsageTriggers } from './usage-triggers.js';

/** Two processes that start over one schema at once wait for each other by its hash with this seed, which no other program is likely to take. */
const MIGRATION_LOCK = 7_341_592_650;

/**
 * Tables go into a schema of their own, so that those of the host are not among them. `isAlone`: nobody else makes this schema, and others
 * do not wait to make theirs until the transaction has ended, which may be long.
 */
export function postgresSchemaDialect(
  schemaName: string,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): SchemaDialect {
  return {
    bytes: 'bytea',
    integer: 'bigint',
    identity: (column) => column.primaryKey().generatedAlwaysAsIdentity(),
    tableEnd: sql``,
    appendOnly: (builder, table) => {
      const refuse = sql.id(`${table}_refuses_changes`);
      return [
        sql`
          create function ${refuse}() returns trigger language plpgsql as
          $$ begin raise exception 'rows of this table are never changed or removed'; end $$
        `,
        sql`
          create trigger ${refuse} before update or delete or truncate on ${sql.table(table)}
          for each statement execute function ${refuse}()
        `,
      ].map((statement) => ({ compile: () => statement.compile(builder) }));
    },
    moveTaskData: () => [],
    sharedRates: createRateTables,
    accountUsageTriggers: (builder) => postgresUsageTriggers(builder, schemaName),
    begin: (builder) =>
      [
        ...(isAlone
          ? []
          : [
              sql`select pg_advisory_xact_lock(hashtextextended(${sql.lit(schemaName)}, ${sql.lit(MIGRATION_LOCK)}))`,
            ]),
        sql`create schema if not exists ${sql.id(schemaName)}`,
        sql`set local search_path to ${sql.id(schemaName)}`,
      ].map((statement) => ({ compile: () => statement.compile(builder) })),
  };
}
