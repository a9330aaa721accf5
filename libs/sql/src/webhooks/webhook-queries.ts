import type { WebhookDisabledReason } from '@dialproof/core';
import { type Kysely, sql } from 'kysely';
import type { SqlDatabase } from '../database.js';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';
import { compileAccountLineQueries } from './account-line-queries.js';
import { compileDeliveryQueries } from './delivery-queries.js';
import { compileWebhookLineQueries } from './webhook-line-queries.js';

type Key = { webhookId: string; accountId: string };

/** The columns that an account sees of a webhook. */
const SHOWN = [
  ...(['webhook_id', 'account_id', 'url', 'events'] as const),
  ...(['created_at', 'disabled_at', 'disabled_reason'] as const),
];

export type WebhookQueries = ReturnType<typeof compileWebhookQueries>;

/** The queries of the webhook store: of webhooks, of their deliveries, and of the lines of accounts and of their webhooks. */
export function compileWebhookQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  return {
    ...webhookQueries(builder),
    ...compileDeliveryQueries(builder, engine),
    ...compileAccountLineQueries(builder, engine),
    ...compileWebhookLineQueries(builder),
  };
}

function webhookQueries(builder: Kysely<Tables>) {
  return {
    insert: compileQuery<Key & { url: string; events: string; secret: string; createdAt: number }>()(
      (value) =>
        builder.insertInto('webhooks').values({
          webhook_id: value('webhookId'),
          account_id: value('accountId'),
          url: value('url'),
          events: value('events'),
          secret: value('secret'),
          created_at: value('createdAt'),
        }),
    ),
    list: compileQuery<{ accountId: string }>()((value) =>
      builder
        .selectFrom('webhooks')
        .select(SHOWN)
        .where('account_id', '=', value('accountId'))
        .orderBy('sequence'),
    ),
    find: compileQuery<Key>()((value) =>
      builder
        .selectFrom('webhooks')
        .select([...SHOWN, 'secret'])
        .where('webhook_id', '=', value('webhookId'))
        .where('account_id', '=', value('accountId')),
    ),
    remove: compileQuery<Key>()((value) =>
      builder
        .deleteFrom('webhooks')
        .where('webhook_id', '=', value('webhookId'))
        .where('account_id', '=', value('accountId')),
    ),
    /** Changes nothing if this request made the last rotation. */
    rotate: compileQuery<Key & { secret: string; oldUntil: number; rotationId: string }>()((value) =>
      builder
        .updateTable('webhooks')
        .set((eb) => ({
          old_secret: eb.ref('secret'),
          old_until: value('oldUntil'),
          secret: value('secret'),
          rotation_id: value('rotationId'),
        }))
        .where('webhook_id', '=', value('webhookId'))
        .where('account_id', '=', value('accountId'))
        .where((eb) => eb.or([eb('rotation_id', 'is', null), eb('rotation_id', '<>', value('rotationId'))])),
    ),
    enable: compileQuery<Key>()((value) =>
      builder
        .updateTable('webhooks')
        .set({ disabled_at: null, disabled_reason: null, failing_since: null })
        .where('webhook_id', '=', value('webhookId'))
        .where('account_id', '=', value('accountId')),
    ),
    disable: compileQuery<{ webhookId: string; reason: WebhookDisabledReason; wallNow: number }>()((value) =>
      builder
        .updateTable('webhooks')
        .set({ disabled_at: value('wallNow'), disabled_reason: value('reason') })
        .where('webhook_id', '=', value('webhookId')),
    ),
    succeed: compileQuery<{ webhookId: string }>()((value) =>
      builder
        .updateTable('webhooks')
        .set({ failing_since: null })
        .where('webhook_id', '=', value('webhookId'))
        .where('failing_since', 'is not', null),
    ),
    fail: compileQuery<{ webhookId: string; now: number }>()((value) =>
      builder
        .updateTable('webhooks')
        .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', sql<number>`${value('now')}`) }))
        .where('webhook_id', '=', value('webhookId'))
        .returning('failing_since'),
    ),
  };
}
