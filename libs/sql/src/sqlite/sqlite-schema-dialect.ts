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
  moveTaskData,
  sharedRates: () => [],
  accountUsageTriggers: sqliteUsageTriggers,
  begin: () => [],
};
