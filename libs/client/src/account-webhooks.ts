import type {
  CreatedWebhook,
  DeliveryQuery,
  Webhook,
  WebhookDelivery,
  WebhookReplay,
  WebhookReplayRequest,
  WebhookRequest,
  WebhookSecret,
} from './api/api.js';
import type { PostOptions, RequestOptions } from './client-options.js';
import type { RequestSender } from './requests/request-sender.js';
import type { Pages } from './tasks/pages.js';

/** The webhooks of the sender's account. */
export class AccountWebhooks implements WebhookOperations {
  readonly #sender: RequestSender;

  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  create({ url, events }: WebhookRequest, options?: PostOptions): Promise<CreatedWebhook> {
    return this.#sender.ask('createWebhook', { body: { url, events }, options });
  }

  async list(options: RequestOptions = {}): Promise<readonly Webhook[]> {
    return (await this.#sender.ask('listWebhooks', { options })).webhooks;
  }

  deliveries(
    webhookId: string,
    { limit }: DeliveryQuery = {},
    options: RequestOptions = {},
  ): Pages<WebhookDelivery> {
    const call = { id: webhookId, query: { limit }, options };
    return this.#sender.pages('listDeliveries', ({ deliveries }) => deliveries, call);
  }

  async delete(webhookId: string, options: RequestOptions = {}): Promise<void> {
    return this.#sender.ask('removeWebhook', { id: webhookId, options });
  }

  async replay(
    webhookId: string,
    { since, which }: WebhookReplayRequest,
    options?: PostOptions,
  ): Promise<WebhookReplay> {
    return this.#sender.ask('replayWebhook', { id: webhookId, body: { since, which }, options });
  }

  async rotateSecret(webhookId: string, options?: PostOptions): Promise<WebhookSecret> {
    return this.#sender.ask('rotateWebhookSecret', { id: webhookId, options });
  }
}

/** The webhooks of the account. */
export interface WebhookOperations {
  /** Adds an address for events. Codes: `invalid_webhook_url`, `too_many_webhooks`. */
  create(webhook: WebhookRequest, options?: PostOptions): Promise<CreatedWebhook>;
  list(options?: RequestOptions): Promise<readonly Webhook[]>;
  /** Its deliveries of the last days, the newest first. Code: `webhook_not_found`. */
  deliveries(webhookId: string, query?: DeliveryQuery, options?: RequestOptions): Pages<WebhookDelivery>;
  /** Code: `webhook_not_found`. */
  delete(webhookId: string, options?: RequestOptions): Promise<void>;
  /** Delivers events again, and enables a webhook that was disabled. Code: `webhook_not_found`. */
  replay(webhookId: string, replay: WebhookReplayRequest, options?: PostOptions): Promise<WebhookReplay>;
  /** Makes a new secret. For a day the old one signs too. Code: `webhook_not_found`. */
  rotateSecret(webhookId: string, options?: PostOptions): Promise<WebhookSecret>;
}
