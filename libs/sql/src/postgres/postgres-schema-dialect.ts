import { sql } from 'kysely';
import type { SchemaDialect } from '../schema-dialect.js';
import { createRateTables } from './rates/rate-tables.js';
import { postgresUsageTriggers } from './usage-triggers.js';

/** The seed for the hash of the schema's name, the key of the lock for which concurrent starts wait. Other programs hardly use this key. */
const MIGRATION_LOCK = 7_341_592_650;

/**
 * Tables go into their own schema, apart from those of the host. `isAlone`: nobody else makes this schema, so no lock is taken. With one,
 * other migrations would wait until the transaction ends, which may take long.
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
    journalGuard: (builder) => {
      // Qualified by its schema, since the connection that changes an entry may have another search path.
      const journal = sql.id(schemaName, 'journal');
      return [
        sql`
          create or replace function journal_refuses_changes() returns trigger language plpgsql as $$
          begin
            if tg_op = 'UPDATE' then
              if new.kind = 'charges_of_month' and old.kind in ('charge', 'charges_of_month')
                and new.account_id = old.account_id and new.entry = old.entry and new.created_at = old.created_at
              then return new; end if;
            elsif tg_op = 'DELETE' then
              if old.kind <> 'grant' and exists (
                select 1 from ${journal} as later
                where later.account_id = old.account_id and later.entry > old.entry and later.kind = 'charges_of_month')
              then return old; end if;
            end if;
            raise exception 'entries of the journal are never changed, except into sums';
          end $$
        `,
        sql`create trigger journal_refuses_changes before update or delete on journal
          for each row execute function journal_refuses_changes()`,
        sql`create trigger journal_refuses_truncate before truncate on journal
          for each statement execute function journal_refuses_changes()`,
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
