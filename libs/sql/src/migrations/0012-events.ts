import type { Migration } from './migration.js';

export const events: Migration = {
  version: 12,
  name: 'events',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .createTable('events')
      .addColumn('sequence', dialect.integer, dialect.identity)
      .addColumn('event_id', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('task_id', 'text', (column) => column.notNull())
      .addColumn('occurred_at', dialect.integer, (column) => column.notNull())
      .addColumn('free_at', dialect.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('lease_token', 'text')
      .addColumn('tries', dialect.integer, (column) => column.notNull().defaultTo(0))
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('events_free_at').on('events').columns(['free_at']),
  ],
};
