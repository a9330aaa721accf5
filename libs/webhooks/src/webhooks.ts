import type {
  AccountId,
  DeliveryPage,
  ReplayRequest,
  SecretRotation,
  Webhook,
  WebhookEventType,
  WebhookKey,
  WorkOutcome,
} from '@dialproof/core';

export interface CreateWebhookRequest {
  readonly accountId: AccountId;
  /** The address: https, without a user, on a public address unless the operator allows others. */
  readonly url: string;
  /** The events, at least one. */
  readonly events: readonly WebhookEventType[];
  /**
   * Identifies the request within its account, 1 to 255 characters: a repeat, even after the process was killed, resolves to the existing
   * webhook. Default: no two requests are repeats.
   */
  readonly requestId?: string;
  /**
   * The id of the token with which it is asked for, as {@link AuthenticatedAccount} has it: the webhook is made only while this token is
   * valid. Default null: the caller has no such token.
   */
  readonly madeWith?: string | null;
}

export interface RotateSecretRequest extends WebhookKey {
  /** Milliseconds for which the previous secret still signs too, at most 30 days. Default 86,400,000, a day. */
  readonly keepOldMs?: SecretRotation['keepOldMs'];
  /**
   * Identifies the request within its account, 1 to 255 characters: a repeat, even after the process was killed, changes nothing unless
   * another rotation came in between. Default: no two requests are repeats.
   */
  readonly requestId?: string;
}

export interface ReplayDeliveriesRequest extends WebhookKey {
  /** Events that occurred then or later, in milliseconds since 1970. */
  readonly since: ReplayRequest['since'];
  /** Default `undelivered`. */
  readonly which?: ReplayRequest['which'];
}

export interface ListDeliveriesRequest extends WebhookKey {
  /** The most deliveries of a page, from 1 to 100. Default 20. */
  readonly limit?: number;
  /** The `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | null;
}

/** A webhook with its secret, which is shown once. */
export interface CreatedWebhook extends Webhook {
  /** `whsec_` and the base64 of 32 bytes, as Standard Webhooks has it. */
  readonly secret: string;
}

/**
 * The webhooks of all accounts, without any transport. Refusals are rejections with a `DialproofError`. A webhook of another account is
 * `webhook_not_found`, as one that does not exist.
 */
export interface Webhooks {
  /**
   * Adds a webhook. A repeat with the same `requestId` resolves to the existing one, with its present secret. Codes: `invalid_webhook_url`,
   * `too_many_webhooks`, `idempotency_key_reused` (another webhook was made with this `requestId`), `not_authenticated` (by `madeWith`).
   */
  create(request: CreateWebhookRequest): Promise<CreatedWebhook>;

  /** The account's webhooks, the oldest first, without their secrets. */
  list(accountId: AccountId): Promise<readonly Webhook[]>;

  /**
   * The kept deliveries of a webhook, the newest first, page by page. Codes: `webhook_not_found`, `malformed_request` for an invalid
   * cursor. Rejects with RangeError for an invalid limit.
   */
  deliveries(request: ListDeliveriesRequest): Promise<DeliveryPage>;

  /** Removes a webhook and its waiting deliveries. Code: `webhook_not_found`. */
  remove(webhook: WebhookKey): Promise<void>;

  /**
   * Gives a webhook a new secret, which is shown once. A repeat of its last rotation, by the `requestId`, resolves to the secret that it
   * gave. Code: `webhook_not_found`.
   */
  rotate(request: RotateSecretRequest): Promise<{ readonly secret: string }>;

  /**
   * Delivers again, under the same ids, and enables a disabled webhook. Resolves to the number of deliveries that this has made due. Those
   * that wait for their next try anyway are not counted. Code: `webhook_not_found`.
   */
  replay(request: ReplayDeliveriesRequest): Promise<{ readonly deliveries: number }>;

  /**
   * Makes the due deliveries, and resolves when none is left for now: a source of work for the service's `workSources`, or for a host's own
   * cron. A call while another one works in this process resolves at once. It does not reject for failures, which go to `onError`. When the
   * signal is aborted, deliveries under way may still end for `closeGraceMs`; those that do not are sent again later.
   */
  work(signal?: AbortSignal): Promise<WorkOutcome>;
}
