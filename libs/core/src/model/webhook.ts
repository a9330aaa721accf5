import type { AccountId } from './identifiers.js';

/** The events of webhooks. */
export const WEBHOOK_EVENT_TYPES = [
  'task.done',
  'task.failed',
  'list.changed',
  'list.skipped',
  'credits.low',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/**
 * Why nothing is delivered to a webhook any more:
 * - `gone`: its receiver answered 410;
 * - `failing`: no delivery has succeeded for days.
 */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** An address of an account that receives events. It does not contain its secrets, which are shown once. */
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
  /** The same in all deliveries of the event. 1 to 64 of the characters a-z, A-Z, 0-9, `_` and `-`. */
  readonly eventId: string;
  readonly type: WebhookEventType;
  readonly accountId: AccountId;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly data: Readonly<Record<string, string | number>>;
}

/**
 * The state of an event for a webhook:
 * - `waiting`: it is to be delivered;
 * - `delivered`: its receiver has taken it;
 * - `undelivered`: it is not to be delivered any more, but can be replayed. It was given up, or the webhook is or was disabled.
 */
export const DELIVERY_STATES = ['waiting', 'delivered', 'undelivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a try got no answer. Details are left out: customers must not see addresses of the operator's networks. */
export const DELIVERY_FAILURES = [
  'timed_out',
  'name_not_found',
  'address_refused',
  'certificate_refused',
  'connection_failed',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** The receiver's answer: its status, or the reason why there was none. */
export type DeliveryAnswer =
  | { readonly status: number; readonly failure: null }
  | { readonly status: null; readonly failure: DeliveryFailure };

/** A try to deliver. Times are milliseconds since 1970. */
export type DeliveryAttempt = DeliveryAnswer & {
  /** When it ended. */
  readonly at: number;
};

/** One event and one webhook, as it is shown to the webhook's account. Times are milliseconds since 1970. */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly type: WebhookEventType;
  readonly occurredAt: number;
  readonly state: DeliveryState;
  /** Tries that have ended, including those before a replay. */
  readonly attempts: number;
  /** Null before the first try has ended. */
  readonly lastAttempt: DeliveryAttempt | null;
  /** The present time if it is due. Null during a try, and if it is not `waiting`. */
  readonly nextTryAt: number | null;
}
