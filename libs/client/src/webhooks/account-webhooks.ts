import type { PostOptions, RequestOptions } from '../client-options.js';
import { type ApiRequest, jsonBody, pathOf } from '../requests/api-request.js';
import type { RequestSender } from '../requests/request-sender.js';
import type {
  CreatedWebhook,
  DeliveryPage,
  DeliveryQuery,
  Webhook,
  WebhookDelivery,
  WebhookList,
  WebhookReplay,
  WebhookReplayRequest,
  WebhookRequest,
  WebhookSecret,
} from '../shapes/webhook.js';
import { type Pages, pagesOf } from '../tasks/pages.js';
import type { WebhookOperations } from './webhook-operations.js';

const WEBHOOKS = '/v1/webhooks';

/** The webhooks of the account that this sender asks for. */
export class AccountWebhooks implements WebhookOperations {
  readonly #sender: RequestSender;

  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  create({ url, events }: WebhookRequest, options?: PostOptions): Promise<CreatedWebhook> {
    return this.#sender.json(post(WEBHOOKS, options, { url, events }));
  }

  async list(options: RequestOptions = {}): Promise<readonly Webhook[]> {
    const list = await this.#sender.json<WebhookList>({ method: 'GET', path: WEBHOOKS, options });
    return list.webhooks;
  }

  deliveries(
    webhookId: string,
    { limit }: DeliveryQuery = {},
    options: RequestOptions = {},
  ): Pages<WebhookDelivery> {
    const path = pathOf(WEBHOOKS, webhookId, '/deliveries');
    return pagesOf(async (cursor) => {
      const query = { limit, cursor };
      const page = await this.#sender.json<DeliveryPage>({ method: 'GET', path, query, options });
      return { items: page.deliveries, next_cursor: page.next_cursor };
    });
  }

  async delete(webhookId: string, options: RequestOptions = {}): Promise<void> {
    const path = pathOf(WEBHOOKS, webhookId);
    const request = { method: 'DELETE', path, goneCode: 'webhook_not_found', options } as const;
    return this.#sender.send(request, async () => undefined);
  }

  async replay(
    webhookId: string,
    { since, which }: WebhookReplayRequest,
    options?: PostOptions,
  ): Promise<WebhookReplay> {
    return this.#sender.json(post(pathOf(WEBHOOKS, webhookId, '/replay'), options, { since, which }));
  }

  async rotateSecret(webhookId: string, options?: PostOptions): Promise<WebhookSecret> {
    return this.#sender.json(post(pathOf(WEBHOOKS, webhookId, '/secret'), options));
  }
}

function post(path: string, { idempotencyKey, ...options }: PostOptions = {}, body?: object): ApiRequest {
  return {
    method: 'POST',
    path,
    key: { given: idempotencyKey },
    ...(body === undefined ? {} : { body: jsonBody(body) }),
    options,
  };
}
