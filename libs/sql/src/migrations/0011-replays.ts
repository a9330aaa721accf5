import type { Migration } from './migration.js';

export const replays: Migration = {
  version: 11,
  name: 'replays',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .createTable('replays')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text')
      .addColumn('reply', dialect.bytes)
      .addColumn('until', dialect.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('replays_pk', ['account_id', 'key'])
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('replays_until').on('replays').column('until'),
  ],
};
