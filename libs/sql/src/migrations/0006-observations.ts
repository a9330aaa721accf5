import type { Migration } from './migration.js';

export const observations: Migration = {
  version: 6,
  name: 'observations',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .createTable('observations')
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('app', 'text', (column) => column.notNull())
      .addColumn('seen_at', dialect.integer, (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('observations_pk', ['number', 'app'])
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('observations_seen_at').on('observations').column('seen_at'),
  ],
};
