import { sql } from 'kysely';
import type { SchemaDialect } from '../schema-dialect.js';
import { moveTaskData } from './move-task-data.js';
import { sqliteUsageTriggers } from './usage-triggers.js';

export const sqliteSchemaDialect: SchemaDialect = {
  bytes: 'blob',
  integer: 'integer',
  identity: (column) => column.primaryKey().autoIncrement(),
  // Without it SQLite accepts any value in any column, such as a text in a column of numbers.
  tableEnd: sql`strict`,
  appendOnly: (builder, table) =>
    (['update', 'delete'] as const).map((event) => ({
      compile: () =>
        sql`
          create trigger ${sql.id(`${table}_refuses_${event}`)} before ${sql.raw(event)} on ${sql.table(table)}
          begin select raise(abort, 'rows of this table are never changed or removed'); end
        `.compile(builder),
    })),
  journalGuard: (builder) =>
    [
      sql`
        create trigger journal_refuses_update before update on journal
        when not (new.kind = 'charges_of_month' and old.kind in ('charge', 'charges_of_month')
          and new.account_id = old.account_id and new.entry = old.entry and new.created_at = old.created_at)
        begin select raise(abort, 'entries of the journal are never changed, except into sums'); end
      `,
      sql`
        create trigger journal_refuses_delete before delete on journal
        when old.kind = 'grant' or not exists (
          select 1 from journal as later
          where later.account_id = old.account_id and later.entry > old.entry and later.kind = 'charges_of_month')
        begin select raise(abort, 'entries of the journal are never changed, except into sums'); end
      `,
    ].map((statement) => ({ compile: () => statement.compile(builder) })),
  moveTaskData,
  sharedRates: () => [],
  accountUsageTriggers: sqliteUsageTriggers,
  begin: () => [],
};
