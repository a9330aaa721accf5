import { randomUUID } from 'node:crypto';
import {
  type DeliveryClaim,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookDisabledReason,
  type WebhookEventType,
} from '@dialproof/core';
import { storedAccountId } from '../stored-account-id.js';

interface WebhookRow {
  readonly webhook_id: string;
  readonly account_id: string;
  readonly url: string;
  readonly events: string;
  readonly created_at: number;
  readonly disabled_at: number | null;
  readonly disabled_reason: WebhookDisabledReason | null;
}

interface DueRow {
  readonly event_id: string;
  readonly webhook_id: string;
  readonly account_id: string;
  readonly type: WebhookEventType;
  readonly occurred_at: number;
  readonly data: string;
  readonly failures: number;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_until: number | null;
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

/** The claim of a due row, with its own token. */
export function claimOfRow(row: DueRow, now: number): DeliveryClaim {
  const { data, event_id: eventId, failures, old_secret: old, old_until: oldUntil, url, webhook_id } = row;
  const isOldValid = old !== null && oldUntil !== null && oldUntil > now;
  return {
    lease: { eventId, webhookId: webhook_id, token: randomUUID() },
    event: {
      eventId,
      type: row.type,
      accountId: storedAccountId(row.account_id),
      occurredAt: row.occurred_at,
      data: JSON.parse(data),
    },
    url,
    secrets: isOldValid ? [row.secret, old] : [row.secret],
    failures,
  };
}

/** The event types that this version knows. Another version may have written more. */
export function typesOfText(text: string): readonly WebhookEventType[] {
  const names: readonly unknown[] = JSON.parse(text);
  return WEBHOOK_EVENT_TYPES.filter((type) => names.includes(type));
}
