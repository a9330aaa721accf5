import type { Migration } from './migration.js';

export const answersAndSpending: Migration = {
  version: 8,
  name: 'answers and spending',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .createTable('cached_answers')
      .addColumn('cache', 'text', (column) => column.notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('source', 'text')
      .addColumn('reason', 'text')
      .addColumn('checked_at', dialect.integer, (column) => column.notNull())
      .addColumn('expires_at', dialect.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('cached_answers_pk', ['cache', 'number'])
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('cached_answers_expires_at').on('cached_answers').column('expires_at'),
    schema
      .createTable('spending')
      .addColumn('budget', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('spent', dialect.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('spending_pk', ['budget', 'day'])
      .modifyEnd(dialect.tableEnd),
  ],
};
