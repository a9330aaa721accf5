import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Webhooks take turns in delivering, so that one that stalls does not delay the others of its account. */
export const webhookTurns: Migration = {
  version: 14,
  name: 'webhook turns',
  statements: ({ builder, builder: { schema }, dialect }) => [
    schema
      .alterTable('webhooks')
      .addColumn('turn', dialect.integer, (column) => column.notNull().defaultTo(0)),
    schema.alterTable('webhooks').addColumn('due_at', dialect.integer),
    schema.dropIndex('webhook_deliveries_due'),
    schema.createIndex('webhook_deliveries_due').on('webhook_deliveries').columns(['webhook_id', 'due_at']),
    {
      compile: () =>
        sql`update webhooks set due_at =
          (select min(due_at) from webhook_deliveries where webhook_deliveries.webhook_id = webhooks.webhook_id)`.compile(
          builder,
        ),
    },
    schema.createIndex('webhooks_due').on('webhooks').column('due_at'),
  ],
};
