import type { AccountId } from '../../model/identifiers.js';
import type {
  DeliveryAnswer,
  Webhook,
  WebhookDelivery,
  WebhookDisabledReason,
  WebhookEvent,
  WebhookEventType,
} from '../../model/webhook.js';

export interface NewWebhook {
  /** Unique to this webhook. A repeat has the same id, and so finds the webhook. */
  readonly webhookId: string;
  readonly accountId: AccountId;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  /** Signs the deliveries. Opaque to the store, which keeps it unchanged. */
  readonly secret: string;
  /** How many webhooks the account may have, this one included. */
  readonly maxPerAccount: number;
  /** The id of the token that the request was made with. Null for other credentials, such as a host's own sign-in. */
  readonly madeWith: string | null;
}

/** A webhook that was made by this request or by an earlier one with the same id. */
export interface StoredWebhook {
  readonly webhook: Webhook;
  /** The secret that it signs with now. */
  readonly secret: string;
}

/** A webhook of the requesting account. Other accounts' webhooks are not found. */
export interface WebhookKey {
  readonly accountId: AccountId;
  readonly webhookId: string;
}

export interface SecretRotation extends WebhookKey {
  /** Unique to this rotation. A repeat has the same id, and so finds the secret. */
  readonly rotationId: string;
  readonly secret: string;
  /** Milliseconds for which the previous secret stays valid. */
  readonly keepOldMs: number;
}

export interface ReplayRequest extends WebhookKey {
  /** Only events that occurred at this time or later, in milliseconds since 1970. */
  readonly since: number;
  /** `undelivered`: events without a successful delivery; `all`: delivered ones too. */
  readonly which: 'undelivered' | 'all';
}

/** The right to deliver one event to one webhook until a time that the store keeps. */
export interface DeliveryLease {
  readonly eventId: string;
  readonly webhookId: string;
  /** Unique to this lease. */
  readonly token: string;
}

export interface DeliveryClaim {
  readonly lease: DeliveryLease;
  readonly event: WebhookEvent;
  readonly url: string;
  /** Every secret that is valid now, the newest first. */
  readonly secrets: readonly string[];
  /** How often the delivery has failed since the event occurred or was replayed. */
  readonly failures: number;
}

export interface DeliveryClaimRequest {
  readonly leaseMs: number;
  /** How many deliveries to claim at most, at least 1. */
  readonly limit: number;
  /** Ids of webhooks to leave out, since they have enough running deliveries. */
  readonly except: readonly string[];
}

export interface DeliveryClaimAnswer {
  readonly claims: readonly DeliveryClaim[];
  /**
   * Milliseconds after which more may be claimable without any other call, apart from the webhooks left out. 0 if more can be claimed at
   * once, null if nothing is left to deliver.
   */
  readonly retryAfterMs: number | null;
}

/** The result of a delivery, with the receiver's answer to this try. */
export type DeliveryResult =
  | { readonly outcome: 'delivered'; readonly answer: DeliveryAnswer }
  /**
   * `retryAfterMs`: the pause before the next try; null: the delivery is given up, and kept for a replay. The webhook is disabled as
   * `failing` when its deliveries have failed for `disableAfterMs` milliseconds without a success.
   */
  | {
      readonly outcome: 'failed';
      readonly answer: DeliveryAnswer;
      readonly retryAfterMs: number | null;
      readonly disableAfterMs: number;
    }
  /** The receiver wants nothing more: the webhook is disabled as `gone`. */
  | { readonly outcome: 'gone'; readonly answer: DeliveryAnswer }
  /** It is unknown whether the delivery arrived: it is claimed again after the pause, and counts neither as a failure nor as an attempt. */
  | { readonly outcome: 'interrupted'; readonly retryAfterMs: number };

export interface DeliveryPageRequest extends WebhookKey {
  /** How many deliveries at most, at least 1. */
  readonly limit: number;
  /** The `nextCursor` of the page before, null for the first page. */
  readonly cursor: string | null;
}

export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  /** The beginning of the next page; null when no delivery follows. Opaque, and valid for the same webhook alone. */
  readonly nextCursor: string | null;
}

export interface BalanceReadings {
  /** The accounts whose balance is due to be read. */
  readonly accounts: readonly AccountId[];
  /** Milliseconds until the next account is due, 0 if one is due now; null if no webhook has `credits.low` among its events. */
  readonly retryAfterMs: number | null;
}

/**
 * Webhooks and their deliveries: an optional port. Each method is atomic and durable by itself. The store keeps the
 * time of leases, pauses, secrets and retention, as {@link TaskStore} does.
 */
export interface WebhookStore {
  /**
   * Adds a webhook, and resolves to it; to undefined, changing nothing, if the account has no room for another one. If the account has a
   * webhook with this id, it resolves to that one unchanged, whatever their number. Rejects with `not_authenticated`, changing nothing, if
   * the store also keeps the tokens and `madeWith` is not a valid token of this account. Other stores ignore `madeWith`.
   */
  create(webhook: NewWebhook): Promise<StoredWebhook | undefined>;

  /** The account's webhooks, the oldest first. */
  list(accountId: AccountId): Promise<readonly Webhook[]>;

  /** Removes a webhook with all its deliveries, and resolves to whether there was one. */
  remove(webhook: WebhookKey): Promise<boolean>;

  /**
   * Gives a webhook a new secret, and resolves to its present secret; to undefined if there is no such webhook. The previous secret
   * stays valid for `keepOldMs`; older ones are no longer valid. If the last rotation of the webhook has the same id, it changes nothing.
   */
  rotate(rotation: SecretRotation): Promise<string | undefined>;

  /**
   * Makes a delivery of an event to each webhook of its account with this type of event, and resolves to their number. A
   * repeat makes no second delivery. Each delivery is kept for `keepMs` milliseconds from now, and
   * longer while it is due. A disabled webhook gets a delivery too, for a replay.
   */
  expand(event: WebhookEvent, keepMs: number): Promise<number>;

  /**
   * Claims the next deliveries: at most one of each account in a call. The account that was served longest ago comes first, and within an
   * account the webhook that was served longest ago. A webhook that is left out does not delay others of its account. No two concurrent
   * calls get the same delivery while its lease lasts. A call may skip an account that a concurrent call is serving. A delivery whose lease
   * has ended without a record is claimed again.
   */
  claim(request: DeliveryClaimRequest): Promise<DeliveryClaimAnswer>;

  /**
   * Records the result of a delivery. Resolves to the reason if this has disabled the webhook, otherwise to null. Deliveries of a disabled
   * webhook are not claimed. A lease whose time has passed is valid until another lease is given; then this does nothing.
   */
  record(lease: DeliveryLease, result: DeliveryResult): Promise<WebhookDisabledReason | null>;

  /**
   * The kept deliveries of a webhook, by the time of their events, the latest first; undefined if there is no such webhook. While
   * deliveries are added or removed, consecutive pages show every other one once. An invalid cursor rejects with `malformed_request`.
   */
  deliveries(request: DeliveryPageRequest): Promise<DeliveryPage | undefined>;

  /**
   * Makes kept deliveries of a webhook due again, as of now and without failures, unless they are still due, and enables the webhook.
   * Resolves to their number, or to undefined if there is no such webhook.
   */
  replay(request: ReplayRequest): Promise<number | undefined>;

  /**
   * Removes at most `limit` deliveries whose retention has ended, and resolves to their number. A count below the limit says that there
   * are no more.
   */
  expire(options: { readonly limit: number }): Promise<number>;

  /**
   * Claims accounts, at most `limit`, with a webhook for `credits.low` whose balance was not read for `everyMs` milliseconds. It counts as
   * read from now on. An account is due at once when it gets its first webhook of this kind.
   */
  claimBalanceReadings(options: {
    readonly everyMs: number;
    readonly limit: number;
  }): Promise<BalanceReadings>;

  /**
   * Records whether an account's credits are low. With an event, they are low: the event is expanded, unless they were low at the previous
   * reading. With null, they are not low. Resolves to the number of deliveries made. Before its first reading, an account with a new
   * webhook for `credits.low` counts as not low.
   */
  recordCredits(accountId: AccountId, low: WebhookEvent | null, keepMs: number): Promise<number>;
}
