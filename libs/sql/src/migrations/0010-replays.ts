import type { Migration } from './migration.js';

/** What requests with an idempotency key were answered with. */
export const replays: Migration = {
  version: 10,
  name: 'replays',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .createTable('replays')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('key_hash', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('until', dialect.integer, (column) => column.notNull())
      .addColumn('fingerprint', 'text')
      .addColumn('reply', dialect.bytes)
      .addPrimaryKeyConstraint('replays_pk', ['account_id', 'key_hash'])
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('replays_until').on('replays').column('until'),
  ],
};
