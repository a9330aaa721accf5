import {
  type DeliveryClaim,
  type DeliveryLease,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookEventType,
} from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { storedAccountId } from '../json-rows.js';
import type { MeasuredTime } from '../time/database-time.js';
import type { DueRow } from './delivery-queries.js';
import type { WebhookRow } from './webhook-queries.js';

/** One write of the webhook store, with the parts that its steps need. */
export interface WebhookWork {
  readonly session: SqlSession;
  readonly time: MeasuredTime;
  /** Makes the token of a lease. */
  readonly newToken: () => string;
  /** The store's time, for leases, pauses and retention. */
  readonly now: number;
  /** The wall clock's time, which webhooks show. */
  readonly wallNow: number;
}

export function webhookOfRow(row: WebhookRow): Webhook {
  return {
    webhookId: row.webhook_id,
    accountId: storedAccountId(row.account_id),
    url: row.url,
    events: typesOfText(row.events),
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  };
}

/** The claim of a due row; undefined if its data is damaged. */
export function claimOfRow(row: DueRow, lease: DeliveryLease, now: number): DeliveryClaim | undefined {
  const { event_id: eventId, failures, old_secret: old, old_until: oldUntil, url } = row;
  const isOldValid = old !== null && oldUntil !== null && oldUntil > now;
  const about = { eventId, type: row.type, accountId: storedAccountId(row.account_id) };
  try {
    return {
      lease,
      event: { ...about, occurredAt: row.occurred_at, data: JSON.parse(row.data) },
      url,
      secrets: isOldValid ? [row.secret, old] : [row.secret],
      failures,
    };
  } catch {
    return undefined;
  }
}

/** The event types that this version knows. Another version may have written more. */
export function typesOfText(text: string): readonly WebhookEventType[] {
  const names: readonly unknown[] = JSON.parse(text);
  return WEBHOOK_EVENT_TYPES.filter((type) => names.includes(type));
}
