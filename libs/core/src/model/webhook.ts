import type { AccountId } from './identifiers.js';

/** The events of webhooks. */
export const WEBHOOK_EVENT_TYPES = ['task.done', 'task.failed', 'credits.low'] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/**
 * Why nothing is delivered to a webhook any more:
 * - `gone`: its receiver answered 410;
 * - `failing`: no delivery has succeeded for days.
 */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** An address of an account that gets events. Its secrets are not in here: they are shown once. */
export interface Webhook {
  readonly webhookId: string;
  readonly accountId: AccountId;
  readonly url: string;
  /** The types of events that it gets, each once. */
  readonly events: readonly WebhookEventType[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; null while events are delivered to it. */
  readonly disabledAt: number | null;
  readonly disabledReason: WebhookDisabledReason | null;
}

/** An event of an account. Its data are only ids, counts and times, since it is sent to other systems. */
export interface WebhookEvent {
  /** The same in all repeats and deliveries of the event. 1 to 64 of the characters a-z, A-Z, 0-9, `_` and `-`. */
  readonly eventId: string;
  readonly type: WebhookEventType;
  readonly accountId: AccountId;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly data: Readonly<Record<string, string | number>>;
}
