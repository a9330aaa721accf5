import type { Migration } from './migration.js';

/** Adds the result of each delivery's last try, and the order in which accounts see deliveries. Earlier tries are unknown. */
export const deliveryAttempts: Migration = {
  version: 21,
  name: 'delivery attempts',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .alterTable('webhook_deliveries')
      .addColumn('attempts', dialect.integer, (column) => column.notNull().defaultTo(0)),
    schema.alterTable('webhook_deliveries').addColumn('tried_at', dialect.integer),
    schema.alterTable('webhook_deliveries').addColumn('response_status', dialect.integer),
    schema.alterTable('webhook_deliveries').addColumn('failure', 'text'),
    schema
      .createIndex('webhook_deliveries_newest')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'occurred_at', 'event_id']),
  ],
};
