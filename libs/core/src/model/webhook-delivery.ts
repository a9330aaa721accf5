import type { WebhookEventType } from './webhook.js';

/**
 * The state of an event for a webhook:
 * - `waiting`: it is to be delivered;
 * - `delivered`: its receiver has taken it;
 * - `undelivered`: it is not to be delivered any more, but can be replayed. It was given up, or the webhook is or was disabled.
 */
export const DELIVERY_STATES = ['waiting', 'delivered', 'undelivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a try got no answer. It gives no details: customers must not see addresses of the operator's networks. */
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
  /** Tries that came to an end, those before a replay included. */
  readonly attempts: number;
  /** Null before the first one has ended. */
  readonly lastAttempt: DeliveryAttempt | null;
  /** The present time if it is due. Null during a try, and if it is not `waiting`. */
  readonly nextTryAt: number | null;
}
