import type { Migration } from './migration.js';

/** The latest time by which the processes of a database measure leases, pauses and the expiry of holds; see `shared-time.ts`. */
export const storeTime: Migration = {
  version: 9,
  name: 'store time',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .createTable('store_time')
      .addColumn('store_time_id', dialect.integer, (column) => column.primaryKey().notNull())
      .addColumn('latest', dialect.integer, (column) => column.notNull())
      .modifyEnd(dialect.tableEnd),
  ],
};
