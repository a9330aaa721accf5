import type { AccountId } from '../model/identifiers.js';
import type { Webhook, WebhookDisabledReason, WebhookEvent, WebhookEventType } from '../model/webhook.js';

export interface NewWebhook {
  /** Unlike that of every other webhook. A repeat has the same, and so finds the webhook that was made. */
  readonly webhookId: string;
  readonly accountId: AccountId;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  /** Signs what is delivered. Opaque to the store, which keeps it as it is. */
  readonly secret: string;
  /** How many webhooks the account may have, this one included. */
  readonly maxPerAccount: number;
}

/** A webhook that was made, now or by the request that this one repeats. */
export interface StoredWebhook {
  readonly webhook: Webhook;
  /** The secret that it signs with now. */
  readonly secret: string;
}

/** A webhook, by the account that asks for it: another account's is not found. */
export interface WebhookKey {
  readonly accountId: AccountId;
  readonly webhookId: string;
}

export interface SecretRotation extends WebhookKey {
  /** Unlike that of every other rotation. A repeat has the same, and so finds the secret that was given. */
  readonly rotationId: string;
  readonly secret: string;
  /** For how many milliseconds the secret before it is valid beside it. */
  readonly keepOldMs: number;
}

export interface ReplayRequest extends WebhookKey {
  /** Events that occurred then or later, in milliseconds since 1970. */
  readonly since: number;
  /** `undelivered`: those that no delivery has succeeded for; `all`: those that were delivered too. */
  readonly which: 'undelivered' | 'all';
}

/** The right to deliver one event to one webhook until a time that the store keeps. */
export interface DeliveryLease {
  readonly eventId: string;
  readonly webhookId: string;
  /** Unlike that of every other lease. */
  readonly token: string;
}

export interface DeliveryClaim {
  readonly lease: DeliveryLease;
  readonly event: WebhookEvent;
  readonly url: string;
  /** Every secret that is valid now, the newest first. */
  readonly secrets: readonly string[];
  /** How often the delivery has failed, since the event occurred or was replayed. */
  readonly failures: number;
}

export interface DeliveryClaimRequest {
  readonly leaseMs: number;
  /** How many deliveries to claim at most, at least 1. */
  readonly limit: number;
  /** Ids of webhooks to leave out: those that have enough under way. */
  readonly except: readonly string[];
}

export interface DeliveryClaimAnswer {
  readonly claims: readonly DeliveryClaim[];
  /**
   * Milliseconds after which there may be more to claim than now without anything happening, the webhooks left out not counted: 0
   * where more could be claimed at once, null where nothing is left to be delivered.
   */
  readonly retryAfterMs: number | null;
}

export type DeliveryResult =
  | { readonly outcome: 'delivered' }
  /**
   * `retryAfterMs`: when to try again; null: it is given up, and kept to be replayed. The webhook is disabled as `failing` when its
   * deliveries have failed for `disableAfterMs` milliseconds without one that succeeded.
   */
  | { readonly outcome: 'failed'; readonly retryAfterMs: number | null; readonly disableAfterMs: number }
  /** The receiver wants nothing more: the webhook is disabled as `gone`. */
  | { readonly outcome: 'gone' }
  /** Nobody knows whether it arrived, and nobody is to blame: it is claimed again after the pause, and counts as no failure. */
  | { readonly outcome: 'interrupted'; readonly retryAfterMs: number };

export interface CreditLooks {
  /** Whose credits to look at now. */
  readonly accounts: readonly AccountId[];
  /** Milliseconds after which the next account is due, 0 where one is due now; null where no webhook is told of credits. */
  readonly retryAfterMs: number | null;
}

/**
 * Webhooks and what is to be delivered to them: an optional port. Each method is atomic and durable by itself. The store keeps the
 * time of leases, pauses, secrets and what is kept, as {@link TaskStore} does.
 */
export interface WebhookStore {
  /**
   * Adds a webhook, and resolves to it; to undefined, changing nothing, where the account has as many as it may. Where the account has a
   * webhook with this id, it resolves to that one as it is, however many there are.
   */
  create(webhook: NewWebhook): Promise<StoredWebhook | undefined>;

  /** The account's webhooks, the oldest first. */
  list(accountId: AccountId): Promise<readonly Webhook[]>;

  /** Removes a webhook with all its deliveries, and resolves to whether there was one. */
  remove(webhook: WebhookKey): Promise<boolean>;

  /**
   * Gives a webhook a new secret, and resolves to the secret that it has then; to undefined where there is no such webhook. The secret
   * before it stays valid for `keepOldMs`; those before that one are not valid any more. Where the last rotation of the webhook was this
   * one, it changes nothing.
   */
  rotate(rotation: SecretRotation): Promise<string | undefined>;

  /**
   * Makes a delivery of an event to each webhook of its account that is told of such events, and resolves to how many it made. A
   * repeat makes none where there is one already, so that no webhook is told twice. Each is kept for `keepMs` milliseconds from now, and
   * longer while it is to be delivered. A webhook that is disabled gets its own too, to be replayed.
   */
  expand(event: WebhookEvent, keepMs: number): Promise<number>;

  /**
   * Claims the next deliveries: at most one of each account in a call, those accounts first that were served longest ago, and of an
   * account one of the webhook that was served longest ago. A webhook that is left out holds up no other of its account. No two
   * concurrent calls get the same delivery while its lease lasts; one whose lease has ended without a record is claimed again.
   */
  claim(request: DeliveryClaimRequest): Promise<DeliveryClaimAnswer>;

  /**
   * Says what became of a delivery, and resolves to why this has disabled its webhook; null if it has not. Of a webhook that is disabled
   * nothing more is claimed. A lease whose time has passed counts as long as others were not given one; else this does nothing.
   */
  record(lease: DeliveryLease, result: DeliveryResult): Promise<WebhookDisabledReason | null>;

  /**
   * Makes deliveries of a webhook that are kept and not to be delivered due now, with no failures, and enables it. Resolves to how many
   * those are, to undefined where there is no such webhook.
   */
  replay(request: ReplayRequest): Promise<number | undefined>;

  /**
   * Removes at most `limit` deliveries that were kept for their time, and resolves to how many. A count below the limit says that there
   * are no more.
   */
  expire(options: { readonly limit: number }): Promise<number>;

  /**
   * The accounts, at most `limit`, with a webhook for `credits.low` whose credits were not looked at for `everyMs` milliseconds; they
   * count as looked at from now. An account is due at once when it gets the first webhook of this kind.
   */
  claimCreditLooks(options: { readonly everyMs: number; readonly limit: number }): Promise<CreditLooks>;

  /**
   * Says what a look at an account's credits found. With an event, they are low: it is expanded, unless they were low at the look before.
   * With null they are not. Resolves to the number of deliveries made. An account that gets its first webhook for `credits.low` counts
   * as not low before.
   */
  recordCredits(accountId: AccountId, low: WebhookEvent | null, keepMs: number): Promise<number>;
}
