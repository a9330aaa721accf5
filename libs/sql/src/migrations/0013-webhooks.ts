import type { Migration } from './migration.js';

export const webhooks: Migration = {
  version: 13,
  name: 'webhooks',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .createTable('webhooks')
      .addColumn('sequence', dialect.integer, dialect.identity)
      .addColumn('webhook_id', 'text', (column) => column.notNull().unique())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('old_secret', 'text')
      .addColumn('old_until', dialect.integer)
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .addColumn('disabled_at', dialect.integer)
      .addColumn('disabled_reason', 'text')
      .addColumn('failing_since', dialect.integer)
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('webhooks_account').on('webhooks').columns(['account_id', 'sequence']),
    schema
      .createTable('webhook_deliveries')
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('webhook_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('occurred_at', dialect.integer, (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('keep_until', dialect.integer, (column) => column.notNull())
      .addColumn('due_at', dialect.integer)
      .addColumn('lease_token', 'text')
      .addColumn('failures', dialect.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('is_delivered', dialect.integer, (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('webhook_deliveries_pk', ['webhook_id', 'event_id'])
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('webhook_deliveries_due').on('webhook_deliveries').columns(['account_id', 'due_at']),
    schema.createIndex('webhook_deliveries_keep').on('webhook_deliveries').column('keep_until'),
    schema
      .createTable('webhook_accounts')
      .addColumn('account_id', 'text', (column) => column.primaryKey())
      .addColumn('turn', dialect.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', dialect.integer)
      .addColumn('looked_at', dialect.integer)
      .addColumn('is_low', dialect.integer, (column) => column.notNull().defaultTo(0))
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('webhook_accounts_due').on('webhook_accounts').column('due_at'),
    schema.createIndex('webhook_accounts_turn').on('webhook_accounts').column('turn'),
    schema.createIndex('webhook_accounts_looked').on('webhook_accounts').column('looked_at'),
  ],
};
