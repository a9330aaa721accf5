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

/** The webhooks of the sender's account. */
export function accountWebhooks(sender: RequestSender): WebhookOperations {
  return {
    create: ({ url, events }, options) => sender.ask('createWebhook', { body: { url, events }, options }),
    list: async (options) => (await sender.ask('listWebhooks', { options })).webhooks,
    deliveries: (id, { limit } = {}, options) =>
      sender.pages('listDeliveries', ({ deliveries }) => deliveries, { id, query: { limit }, options }),
    delete: (id, options) => sender.ask('removeWebhook', { id, options }),
    replay: (id, { since, which }, options) =>
      sender.ask('replayWebhook', { id, body: { since, which }, options }),
    rotateSecret: (id, options) => sender.ask('rotateWebhookSecret', { id, options }),
  };
}
