import type { WebhookDisabledReason } from '@dialproof/core';
import { SKIPPING_LOCKED, sql } from '../query.js';
import type { Columns } from '../schema.js';
import { deliveryQueries } from './delivery-queries.js';

type OfAccount = { accountId: string };
type OfWebhook = { webhookId: string };
type Key = OfAccount & OfWebhook;

/** The columns that an account sees of a webhook. */
export type WebhookRow = Columns<
  'webhooks',
  'webhook_id' | 'account_id' | 'url' | 'events' | 'created_at' | 'disabled_at' | 'disabled_reason'
>;

const SHOWN = sql`webhook_id, account_id, url, events, created_at, disabled_at, disabled_reason`;

const IS_OF_ACCOUNT = sql<Key>`webhook_id = ${'webhookId'} and account_id = ${'accountId'}`;

/** The queries of the webhook store: of webhooks, of their deliveries, and of the lines of accounts and of their webhooks. */
export const webhookQueries = {
  ...deliveryQueries,

  insert: sql<Key & { url: string; events: string; secret: string; createdAt: number }>`
    insert into webhooks (webhook_id, account_id, url, events, secret, created_at)
    values (${'webhookId'}, ${'accountId'}, ${'url'}, ${'events'}, ${'secret'}, ${'createdAt'})`,
  list: sql<OfAccount, WebhookRow>`
    select ${SHOWN} from webhooks where account_id = ${'accountId'} order by sequence`,
  find: sql<Key, WebhookRow & Columns<'webhooks', 'secret'>>`
    select ${SHOWN}, secret from webhooks where ${IS_OF_ACCOUNT}`,
  remove: sql<Key>`delete from webhooks where ${IS_OF_ACCOUNT}`,
  /** Changes nothing if this request made the last rotation. */
  rotate: sql<Key & { secret: string; oldUntil: number; rotationId: string }>`
    update webhooks set old_secret = secret, old_until = ${'oldUntil'}, secret = ${'secret'}, rotation_id = ${'rotationId'}
    where ${IS_OF_ACCOUNT} and (rotation_id is null or rotation_id <> ${'rotationId'})`,
  enable: sql<Key>`
    update webhooks set disabled_at = null, disabled_reason = null, failing_since = null where ${IS_OF_ACCOUNT}`,
  disable: sql<OfWebhook & { reason: WebhookDisabledReason; wallNow: number }>`
    update webhooks set disabled_at = ${'wallNow'}, disabled_reason = ${'reason'} where webhook_id = ${'webhookId'}`,
  succeed: sql<OfWebhook>`
    update webhooks set failing_since = null where webhook_id = ${'webhookId'} and failing_since is not null`,
  fail: sql<OfWebhook & { now: number }, Columns<'webhooks', 'failing_since'>>`
    update webhooks set failing_since = coalesce(failing_since, ${'now'}) where webhook_id = ${'webhookId'}
    returning failing_since`,

  /** The webhooks of an account with something due, in turn. */
  dueWebhooks: sql<OfAccount & { now: number }, Columns<'webhooks', 'webhook_id'>>`
    select webhook_id from webhooks where account_id = ${'accountId'} and due_at <= ${'now'} order by turn, due_at`,
  nextDueAt: sql<{ limit: number }, Columns<'webhooks', 'webhook_id' | 'due_at'>>`
    select webhook_id, due_at from webhooks where due_at is not null order by due_at limit ${'limit'}`,
  /** Updates the webhook's row after changes of its deliveries. */
  followDeliveries: sql<OfWebhook>`
    update webhooks set due_at = (
      select min(webhook_deliveries.due_at) from webhook_deliveries where webhook_deliveries.webhook_id = ${'webhookId'})
    where webhook_id = ${'webhookId'}`,
  passWebhookTurn: sql<Key>`
    update webhooks set turn = (
      select max(other.turn) + 1 from webhooks as other where other.account_id = ${'accountId'})
    where webhook_id = ${'webhookId'}`,

  /** Adds the account to the line, and locks its row. */
  join: sql<OfAccount>`
    insert into webhook_accounts (account_id) values (${'accountId'})
    on conflict (account_id) do update set account_id = excluded.account_id`,
  /** Changes nothing, and locks the account's row: what follows depends on its webhooks and deliveries. */
  lockAccount: sql<OfAccount>`
    update webhook_accounts set account_id = account_id where account_id = ${'accountId'}`,
  lockAccountOf: sql<OfWebhook>`
    update webhook_accounts set account_id = account_id
    where account_id = (select webhooks.account_id from webhooks where webhook_id = ${'webhookId'})`,
  /** The accounts with something due, in turn. The sum keeps SQLite from scanning the whole line by turn. */
  due: sql<{ now: number; limit: number }, Columns<'webhook_accounts', 'account_id'>>`
    select account_id from webhook_accounts where due_at <= ${'now'} order by turn + 0 limit ${'limit'} ${SKIPPING_LOCKED}`,
  /** Updates the account's row after changes of its webhooks. */
  follow: sql<OfAccount>`
    update webhook_accounts set due_at = (
      select min(webhooks.due_at) from webhooks where webhooks.account_id = ${'accountId'})
    where account_id = ${'accountId'}`,
  passTurn: sql<OfAccount>`
    update webhook_accounts set turn = (select max(other.turn) + 1 from webhook_accounts as other)
    where account_id = ${'accountId'}`,

  /** Sets the time of the account's last reading. With null, its balance is not read any more. */
  watch: sql<OfAccount & { lookedAt: number | null }>`
    update webhook_accounts set looked_at = ${'lookedAt'}, is_low = 0 where account_id = ${'accountId'}`,
  unseen: sql<{ before: number; limit: number }, Columns<'webhook_accounts', 'account_id'>>`
    select account_id from webhook_accounts where looked_at <= ${'before'} order by looked_at limit ${'limit'} ${SKIPPING_LOCKED}`,
  markRead: sql<OfAccount & { before: number; now: number }>`
    update webhook_accounts set looked_at = ${'now'} where account_id = ${'accountId'} and looked_at <= ${'before'}`,
  lastReading: sql<object, Columns<'webhook_accounts', 'looked_at'>>`
    select looked_at from webhook_accounts where looked_at is not null order by looked_at limit 1`,
  setLow: sql<OfAccount & { isLow: number }>`
    update webhook_accounts set is_low = ${'isLow'} where account_id = ${'accountId'} and is_low <> ${'isLow'}`,
};
