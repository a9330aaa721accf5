export const WEBHOOK_EVENT_TYPES = ['task.done', 'task.failed', 'credits.low'] as const;
/** What a webhook may be told of. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
/** Why a webhook is told nothing more: its receiver answered 410, or no delivery has succeeded for days. */
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** An address of the account that is told of events. Times are ISO 8601, in UTC. */
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
  /** ISO 8601, in UTC: what happened from then on is delivered again. */
  readonly since: string;
  /** Default `undelivered`. */
  readonly which?: 'undelivered' | 'all' | undefined;
}

export interface WebhookReplay {
  /** How many deliveries are due by it. */
  readonly deliveries: number;
}
