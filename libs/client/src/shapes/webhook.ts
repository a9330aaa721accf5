export const WEBHOOK_EVENT_TYPES = ['task.done', 'task.failed', 'credits.low'] as const;
/** The events of webhooks. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
/** The reason why a webhook gets no more events: its receiver answered 410, or no delivery has succeeded for days. */
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** An address of the account that gets events. Times are ISO 8601, in UTC. */
export interface Webhook {
  readonly webhook_id: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly created_at: string;
  readonly disabled_at: string | null;
  readonly disabled_reason: WebhookDisabledReason | null;
}

/** All webhooks of the account, the oldest first. */
export interface WebhookList {
  readonly webhooks: readonly Webhook[];
}

/** A secret of a webhook, `whsec_...`, for `verifyWebhook`. It is shown this once. */
export interface WebhookSecret {
  readonly secret: string;
}

export interface CreatedWebhook extends Webhook, WebhookSecret {}

export interface WebhookRequest {
  /** An https address. */
  readonly url: string;
  readonly events: readonly WebhookEventType[];
}

export interface WebhookReplayRequest {
  /** ISO 8601, in UTC: events from then on are delivered again. */
  readonly since: string;
  /** Default `undelivered`. */
  readonly which?: 'undelivered' | 'all' | undefined;
}

export interface WebhookReplay {
  /** The number of deliveries that are due by it. */
  readonly deliveries: number;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'undelivered'] as const;
/** The state of an event: it is to be delivered, its receiver has taken it, or it was given up. An `undelivered` event can be replayed. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERY_FAILURES = [
  'timed_out',
  'name_not_found',
  'address_refused',
  'certificate_refused',
  'connection_failed',
] as const;
/** Why a receiver gave no answer. */
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** An event on its way to a webhook. Times are ISO 8601, in UTC. */
export interface WebhookDelivery {
  /** The `webhook-id` of the message, the same at each try. */
  readonly event_id: string;
  readonly event: WebhookEventType;
  readonly occurred_at: string;
  readonly state: DeliveryState;
  /** Tries that came to an end. */
  readonly attempts: number;
  /** With the status of the answer, or the reason why there was none. Null before the first try has ended. */
  readonly last_attempt: {
    readonly at: string;
    readonly status: number | null;
    readonly failure: DeliveryFailure | null;
  } | null;
  /** Null during a try, and if it is not `waiting`. */
  readonly next_try_at: string | null;
}

/** A page of deliveries, the newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly next_cursor: string | null;
}

/** The query of a webhook's deliveries. */
export interface DeliveryQuery {
  /** Deliveries of a page, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}
