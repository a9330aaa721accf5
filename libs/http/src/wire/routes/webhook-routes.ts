import { deliveriesQuery } from '../queries.js';
import type { RouteDescription } from '../route.js';
import {
  createdWebhookShape,
  createWebhookBody,
  deliveryPageShape,
  replayWebhookBody,
  webhookListShape,
  webhookReplayShape,
  webhookSecretShape,
} from '../shapes.js';
import { json, jsonOf } from './json-content.js';
import { OF_ACCOUNTS, OF_JSON, OF_WEBHOOKS } from './route-errors.js';

/** Addresses that get the events of an account. */
export const WEBHOOK_ROUTES = {
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    access: 'account',
    scope: 'admin',
    summary: 'Add a webhook: an address that gets the events of the account',
    body: json(createWebhookBody),
    reply: {
      status: 201,
      description: 'The webhook, with the secret that signs its messages, which is shown this once',
      content: jsonOf(createdWebhookShape),
    },
    errors: [...OF_ACCOUNTS, ...OF_JSON, 'invalid_webhook_url', 'too_many_webhooks', 'not_supported'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    access: 'account',
    scope: 'read',
    summary: 'List the webhooks of the account, oldest first',
    reply: {
      status: 200,
      description: 'Its webhooks, without their secrets',
      content: jsonOf(webhookListShape),
    },
    errors: [...OF_ACCOUNTS, 'not_supported'],
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}',
    access: 'account',
    scope: 'admin',
    summary: 'Delete a webhook and its due deliveries',
    reply: { status: 204, description: 'The webhook is deleted', content: {} },
    errors: OF_WEBHOOKS,
  },
  replayWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/replay',
    access: 'account',
    scope: 'admin',
    summary: 'Deliver events to a webhook again, and enable it if it was disabled',
    body: json(replayWebhookBody),
    reply: {
      status: 202,
      description: 'The number of deliveries that are due now',
      content: jsonOf(webhookReplayShape),
    },
    errors: [...OF_WEBHOOKS, ...OF_JSON],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/secret',
    access: 'account',
    scope: 'admin',
    summary: 'Give a webhook a new secret; the old one signs too for a day',
    reply: {
      status: 200,
      description: 'The new secret, which is shown this once',
      content: jsonOf(webhookSecretShape),
    },
    errors: OF_WEBHOOKS,
  },
  listDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}/deliveries',
    access: 'account',
    scope: 'read',
    summary: 'List the deliveries of a webhook, newest first',
    query: deliveriesQuery,
    reply: {
      status: 200,
      description:
        'A page of deliveries, each with its tries, the result of the last one and the time of the next',
      content: jsonOf(deliveryPageShape),
    },
    errors: [...OF_WEBHOOKS, 'malformed_request'],
  },
} as const satisfies Record<string, RouteDescription>;
