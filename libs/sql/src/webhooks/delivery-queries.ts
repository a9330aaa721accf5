import type { DeliveryFailure, WebhookEventType } from '@dialproof/core';
import { type Kysely, sql } from 'kysely';
import type { SqlDatabase } from '../database.js';
import { chosenOnce, passingOver } from '../lock-order.js';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

/** The receiver's answer, or the failure. */
type Answer = { status: number | null; failure: DeliveryFailure | null };

type Lease = { eventId: string; webhookId: string; token: string };

/** The columns that a list shows of a delivery. */
const SHOWN = [
  ...(['event_id', 'type', 'occurred_at', 'due_at', 'lease_token', 'is_delivered'] as const),
  ...(['attempts', 'tried_at', 'response_status', 'failure'] as const),
];

export function compileDeliveryQueries(builder: Kysely<Tables>, engine: SqlDatabase['engine']) {
  return { ...leaseQueries(builder), ...keptQueries(builder, engine) };
}

function leaseQueries(builder: Kysely<Tables>) {
  const deliveries = builder.updateTable('webhook_deliveries');
  return {
    /** The delivery of a webhook that has been due for longest, with all data for sending it. */
    nextDue: compileQuery<{ webhookId: string; now: number }>()((value) =>
      builder
        .selectFrom('webhook_deliveries as delivery')
        .innerJoin('webhooks', 'webhooks.webhook_id', 'delivery.webhook_id')
        .select([
          'delivery.event_id',
          'delivery.webhook_id',
          'delivery.account_id',
          'type',
          'occurred_at',
          'data',
          'failures',
          'url',
          'secret',
          'old_secret',
          'old_until',
        ])
        .where('delivery.webhook_id', '=', value('webhookId'))
        .where('delivery.due_at', '<=', value('now'))
        .orderBy('delivery.due_at')
        .limit(sql.lit(1)),
    ),
    lease: compileQuery<Lease & { now: number; leaseUntil: number }>()((value) =>
      deliveries
        .set({ lease_token: value('token'), due_at: value('leaseUntil') })
        .where('webhook_id', '=', value('webhookId'))
        .where('event_id', '=', value('eventId'))
        .where('due_at', '<=', value('now')),
    ),
    /** Ends a lease after a completed try. `dueAt`: the time of the next try, or null for none. */
    end: compileQuery<
      Lease & { dueAt: number | null; failed: number; delivered: number; triedAt: number } & Answer
    >()((value) =>
      deliveries
        .set((eb) => ({
          lease_token: null,
          due_at: value('dueAt'),
          failures: eb('failures', '+', value('failed')),
          is_delivered: value('delivered'),
          attempts: eb('attempts', '+', sql.lit(1)),
          tried_at: value('triedAt'),
          response_status: value('status'),
          failure: value('failure'),
        }))
        .where('webhook_id', '=', value('webhookId'))
        .where('event_id', '=', value('eventId'))
        .where('lease_token', '=', value('token'))
        .returning('account_id'),
    ),
    /** Ends a lease whose try was not completed. */
    interrupt: compileQuery<Lease & { dueAt: number }>()((value) =>
      deliveries
        .set({ lease_token: null, due_at: value('dueAt') })
        .where('webhook_id', '=', value('webhookId'))
        .where('event_id', '=', value('eventId'))
        .where('lease_token', '=', value('token'))
        .returning('account_id'),
    ),
    closeAll: compileQuery<{ webhookId: string }>()((value) =>
      deliveries
        .set({ lease_token: null, due_at: null })
        .where('webhook_id', '=', value('webhookId'))
        .where('due_at', 'is not', null),
    ),
  };
}

function keptQueries(builder: Kysely<Tables>, engine: SqlDatabase['engine']) {
  return {
    add: compileQuery<{
      eventId: string;
      webhookId: string;
      accountId: string;
      type: WebhookEventType;
      occurredAt: number;
      data: string;
      keepUntil: number;
      dueAt: number | null;
    }>()((value) =>
      builder
        .insertInto('webhook_deliveries')
        .values({
          event_id: value('eventId'),
          webhook_id: value('webhookId'),
          account_id: value('accountId'),
          type: value('type'),
          occurred_at: value('occurredAt'),
          data: value('data'),
          keep_until: value('keepUntil'),
          due_at: value('dueAt'),
        })
        .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing()),
    ),
    /** A page of a webhook's deliveries after the one with this event id and time. */
    newest: compileQuery<{ webhookId: string; occurredBefore: number; idBefore: string; limit: number }>()(
      (value) =>
        builder
          .selectFrom('webhook_deliveries')
          .select(SHOWN)
          .where('webhook_id', '=', value('webhookId'))
          .where((eb) =>
            eb(
              eb.refTuple('occurred_at', 'event_id'),
              '<',
              eb.tuple(value('occurredBefore'), value('idBefore')),
            ),
          )
          .orderBy('occurred_at', 'desc')
          .orderBy('event_id', 'desc')
          .limit(value('limit')),
    ),
    /** `delivered`: 1 to include successful deliveries. */
    reopen: compileQuery<{ webhookId: string; since: number; delivered: number; now: number }>()((value) =>
      builder
        .updateTable('webhook_deliveries')
        .set({ due_at: value('now'), failures: 0, is_delivered: 0 })
        .where('webhook_id', '=', value('webhookId'))
        .where('due_at', 'is', null)
        .where('occurred_at', '>=', value('since'))
        .where('is_delivered', '<=', value('delivered'))
        .where('keep_until', '>', value('now')),
    ),
    removeAll: compileQuery<{ webhookId: string }>()((value) =>
      builder.deleteFrom('webhook_deliveries').where('webhook_id', '=', value('webhookId')),
    ),
    /** The deliveries that can be removed. */
    expired: compileQuery<{ now: number; limit: number }>()((value) =>
      builder
        .selectFrom('webhook_deliveries')
        .select(['webhook_id', 'event_id'])
        .where('keep_until', '<=', value('now'))
        .where('due_at', 'is', null)
        .limit(value('limit')),
    ),
    expireOne: compileQuery<{ webhookId: string; eventId: string; now: number }>()((value) =>
      builder
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', value('webhookId'))
        .where('event_id', '=', value('eventId'))
        .where('keep_until', '<=', value('now'))
        .where('due_at', 'is', null),
    ),
    expire: compileQuery<{ now: number; limit: number }>()((value) =>
      builder
        .deleteFrom('webhook_deliveries')
        // A concurrent write may have replayed one since the rows were chosen.
        .where('due_at', 'is', null)
        .where((eb) =>
          eb(
            eb.refTuple('webhook_id', 'event_id'),
            'in',
            chosenOnce(
              engine,
              passingOver(
                engine,
                eb
                  .selectFrom('webhook_deliveries as old')
                  .select(['old.webhook_id', 'old.event_id'])
                  .where('old.keep_until', '<=', value('now'))
                  .where('old.due_at', 'is', null)
                  .limit(value('limit')),
              ).$asTuple('webhook_id', 'event_id'),
            ),
          ),
        ),
    ),
  };
}
