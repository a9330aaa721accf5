import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

/** The queries of the line of an account's webhooks: whose deliveries come next. */
export function compileWebhookLineQueries(builder: Kysely<Tables>) {
  const webhooks = builder.selectFrom('webhooks');
  return {
    /** The webhooks of an account with something due, in turn. */
    dueWebhooks: compileQuery<{ accountId: string; now: number }>()((value) =>
      webhooks
        .select('webhook_id')
        .where('account_id', '=', value('accountId'))
        .where('due_at', '<=', value('now'))
        .orderBy('turn')
        .orderBy('due_at'),
    ),
    nextDueAt: compileQuery<{ limit: number }>()((value) =>
      webhooks
        .select(['webhook_id', 'due_at'])
        .where('due_at', 'is not', null)
        .orderBy('due_at')
        .limit(value('limit')),
    ),
    /** Updates the webhook's row after changes of its deliveries. */
    followDeliveries: compileQuery<{ webhookId: string }>()((value) =>
      builder
        .updateTable('webhooks')
        .set((eb) => ({
          due_at: eb
            .selectFrom('webhook_deliveries')
            .select((sub) => sub.fn.min('webhook_deliveries.due_at').as('due_at'))
            .where('webhook_deliveries.webhook_id', '=', value('webhookId')),
        }))
        .where('webhook_id', '=', value('webhookId')),
    ),
    passWebhookTurn: compileQuery<{ accountId: string; webhookId: string }>()((value) =>
      builder
        .updateTable('webhooks')
        .set((eb) => ({
          turn: eb
            .selectFrom('webhooks as other')
            .select((sub) => sub(sub.fn.max('other.turn'), '+', sql.lit(1)).as('turn'))
            .where('other.account_id', '=', value('accountId')),
        }))
        .where('webhook_id', '=', value('webhookId')),
    ),
  };
}
