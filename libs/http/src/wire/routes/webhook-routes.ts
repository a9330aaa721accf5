import type { RouteDescription } from '../route.js';
import {
  createdWebhookShape,
  createWebhookBody,
  replayWebhookBody,
  webhookListShape,
  webhookReplayShape,
  webhookSecretShape,
} from '../shapes.js';
import { json, jsonOf } from './json-content.js';
import { OF_ACCOUNTS, OF_JSON, OF_WEBHOOKS } from './route-errors.js';

/** Addresses that are told of what happens to an account. */
export const WEBHOOK_ROUTES = {
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    access: 'account',
    scope: 'admin',
    summary: 'Have an address told of what happens to the account',
    body: json(createWebhookBody),
    reply: {
      status: 201,
      description: 'The webhook, with the secret that signs what it is told, which is shown this once',
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
    summary: 'Delete a webhook and all that is to be delivered to it',
    reply: { status: 204, description: 'It is told nothing more', content: {} },
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
      description: 'How many deliveries are due by it',
      content: jsonOf(webhookReplayShape),
    },
    errors: [...OF_WEBHOOKS, ...OF_JSON],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/secret',
    access: 'account',
    scope: 'admin',
    summary: 'Give a webhook a new secret, beside which the old one signs for a day',
    reply: {
      status: 200,
      description: 'The new secret, which is shown this once',
      content: jsonOf(webhookSecretShape),
    },
    errors: OF_WEBHOOKS,
  },
} as const satisfies Record<string, RouteDescription>;
