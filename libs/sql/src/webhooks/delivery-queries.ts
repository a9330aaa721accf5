import type { DeliveryFailure, WebhookEventType } from '@dialproof/core';
import { chosenOnce, SKIPPING_LOCKED, sql } from '../query.js';
import type { Columns } from '../schema.js';

type Key = { eventId: string; webhookId: string };
type Lease = Key & { token: string };
type Limited = { now: number; limit: number };

const IS_DELIVERY = sql<Key>`webhook_id = ${'webhookId'} and event_id = ${'eventId'}`;
const IS_LEASED = sql<Lease>`${IS_DELIVERY} and lease_token = ${'token'}`;

/** The columns that a list shows of a delivery. */
export type DeliveryRow = Columns<
  'webhook_deliveries',
  | 'event_id'
  | 'type'
  | 'occurred_at'
  | 'due_at'
  | 'lease_token'
  | 'is_delivered'
  | 'attempts'
  | 'tried_at'
  | 'response_status'
  | 'failure'
>;

/** The columns for sending a delivery. */
export type DueRow = Columns<
  'webhook_deliveries',
  'event_id' | 'webhook_id' | 'account_id' | 'type' | 'occurred_at' | 'data' | 'failures'
> &
  Columns<'webhooks', 'url' | 'secret' | 'old_secret' | 'old_until'>;

export const deliveryQueries = {
  /** The delivery of a webhook that has been due for longest, with all data for sending it. */
  nextDue: sql<{ webhookId: string; now: number }, DueRow>`
    select delivery.event_id, delivery.webhook_id, delivery.account_id, type, occurred_at, data, failures, url, secret,
      old_secret, old_until
    from webhook_deliveries as delivery join webhooks on webhooks.webhook_id = delivery.webhook_id
    where delivery.webhook_id = ${'webhookId'} and delivery.due_at <= ${'now'}
    order by delivery.due_at limit 1`,
  lease: sql<Lease & { now: number; leaseUntil: number }>`
    update webhook_deliveries set lease_token = ${'token'}, due_at = ${'leaseUntil'}
    where ${IS_DELIVERY} and due_at <= ${'now'}`,
  /**
   * Ends a lease after a completed try. `dueAt`: the time of the next try, or null for none. `status` or `failure`: the receiver's answer.
   */
  end: sql<
    Lease & {
      dueAt: number | null;
      failed: number;
      delivered: number;
      triedAt: number;
      status: number | null;
      failure: DeliveryFailure | null;
    },
    Columns<'webhook_deliveries', 'account_id'>
  >`update webhook_deliveries set lease_token = null, due_at = ${'dueAt'}, failures = failures + ${'failed'},
      is_delivered = ${'delivered'}, attempts = attempts + 1, tried_at = ${'triedAt'}, response_status = ${'status'},
      failure = ${'failure'}
    where ${IS_LEASED} returning account_id`,
  /** Ends a lease whose try was not completed. */
  interrupt: sql<Lease & { dueAt: number }, Columns<'webhook_deliveries', 'account_id'>>`
    update webhook_deliveries set lease_token = null, due_at = ${'dueAt'} where ${IS_LEASED} returning account_id`,
  closeAll: sql<{ webhookId: string }>`
    update webhook_deliveries set lease_token = null, due_at = null where webhook_id = ${'webhookId'} and due_at is not null`,

  add: sql<
    Key & {
      accountId: string;
      type: WebhookEventType;
      occurredAt: number;
      data: string;
      keepUntil: number;
      dueAt: number | null;
    }
  >`insert into webhook_deliveries (event_id, webhook_id, account_id, type, occurred_at, data, keep_until, due_at)
    values (${'eventId'}, ${'webhookId'}, ${'accountId'}, ${'type'}, ${'occurredAt'}, ${'data'}, ${'keepUntil'}, ${'dueAt'})
    on conflict (webhook_id, event_id) do nothing`,
  /** A page of a webhook's deliveries after the one with this event id and time. */
  newest: sql<{ webhookId: string; occurredBefore: number; idBefore: string; limit: number }, DeliveryRow>`
    select event_id, type, occurred_at, due_at, lease_token, is_delivered, attempts, tried_at, response_status, failure
    from webhook_deliveries
    where webhook_id = ${'webhookId'} and (occurred_at, event_id) < (${'occurredBefore'}, ${'idBefore'})
    order by occurred_at desc, event_id desc limit ${'limit'}`,
  /** `delivered`: 1 to include successful deliveries. */
  reopen: sql<{ webhookId: string; since: number; delivered: number; now: number }>`
    update webhook_deliveries set due_at = ${'now'}, failures = 0, is_delivered = 0
    where webhook_id = ${'webhookId'} and due_at is null and occurred_at >= ${'since'} and is_delivered <= ${'delivered'}
      and keep_until > ${'now'}`,
  removeAll: sql<{ webhookId: string }>`delete from webhook_deliveries where webhook_id = ${'webhookId'}`,
  /** Removes deliveries, but not those that a concurrent write has replayed since the rows were chosen. */
  expire: sql<Limited>`
    delete from webhook_deliveries where due_at is null and (webhook_id, event_id) in ${chosenOnce(sql<Limited>`
      select old.webhook_id, old.event_id from webhook_deliveries as old
      where old.keep_until <= ${'now'} and old.due_at is null limit ${'limit'} ${SKIPPING_LOCKED}`)}`,
};
