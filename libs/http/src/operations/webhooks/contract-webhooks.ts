import type {
  AccountId,
  DeliveryPage,
  DeliveryPageRequest,
  ReplayRequest,
  Webhook,
  WebhookEventType,
  WebhookKey,
} from '@dialproof/core';

/**
 * The methods that the contract needs of the webhooks of all accounts. `createWebhooks` of @dialproof/webhooks returns an object with them.
 */
export interface ContractWebhooks {
  /**
   * A repeat with the same `requestId` resolves to the webhook that was made. Codes: `invalid_webhook_url`, `too_many_webhooks`,
   * `idempotency_key_reused`, `not_authenticated`.
   */
  create(request: {
    readonly accountId: AccountId;
    readonly url: string;
    readonly events: readonly WebhookEventType[];
    readonly requestId?: string;
    /** The id of the caller's token: nothing is made unless it is still valid. Null if the caller has none. */
    readonly madeWith: string | null;
  }): Promise<Webhook & { readonly secret: string }>;
  list(accountId: AccountId): Promise<readonly Webhook[]>;
  /** Code: `webhook_not_found`, for another account's too, as of the two below. */
  remove(webhook: WebhookKey): Promise<void>;
  /** A repeat with the same `requestId` changes nothing and resolves to the same secret. */
  rotate(request: WebhookKey & { readonly requestId?: string }): Promise<{ readonly secret: string }>;
  replay(request: ReplayRequest): Promise<{ readonly deliveries: number }>;
  /** The newest first. Codes: `webhook_not_found`, `malformed_request` for a cursor that no page has given. */
  deliveries(request: DeliveryPageRequest): Promise<DeliveryPage>;
}
