import { z } from 'zod';
import { component, text } from '../../wire/common-shapes.js';
import { json, jsonBody, noContent } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { requestOf } from '../definition/operation-call.js';
import { eventTypes, SECRET, WEBHOOK, WEBHOOKS, webhookSecretShape, webhookShape } from './webhook-shape.js';

const createWebhookBody = component('WebhookRequest').open({
  url: text.describe('An https address.'),
  events: eventTypes,
});

const createdWebhookShape = component(
  'CreatedWebhook',
  'A webhook with its secret. The secret is shown only this once.',
).extending(webhookShape, { secret: text });

export const createWebhook = defineOperation({
  method: 'POST',
  path: '/v1/webhooks',
  tag: 'webhooks',
  scope: 'admin',
  summary: 'Add a webhook: an address that gets the events of the account',
  part: WEBHOOKS,
  body: jsonBody({
    shape: createWebhookBody,
    example: { url: WEBHOOK.url, events: WEBHOOK.events },
  }),
  reply: json(201, {
    description: 'The webhook, with the secret that signs its messages, which is shown only once',
    shape: createdWebhookShape,
    example: { ...WEBHOOK, ...SECRET },
  }),
  errors: ['invalid_webhook_url', 'too_many_webhooks'],
  async run(webhooks, { accountId, body, caller, attempt, subject }) {
    const { url, events } = body;
    const asked = { accountId, url, events, madeWith: caller.tokenId, ...requestOf(attempt) };
    const created = await webhooks.create(asked);
    subject.itemId = created.webhookId;
    return created;
  },
});

const webhookListShape = component('WebhookList', 'All webhooks of the account, the oldest first.').strict({
  webhooks: z.array(webhookShape),
});

export const listWebhooks = defineOperation({
  method: 'GET',
  path: '/v1/webhooks',
  tag: 'webhooks',
  scope: 'read',
  summary: 'List the webhooks of the account, oldest first',
  part: WEBHOOKS,
  reply: json(200, {
    description: 'Its webhooks, without their secrets',
    shape: webhookListShape,
    example: { webhooks: [WEBHOOK] },
  }),
  errors: [],
  run: async (webhooks, { accountId }) => ({ webhooks: await webhooks.list(accountId) }),
});

export const removeWebhook = defineOperation({
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'webhooks',
  scope: 'admin',
  summary: 'Delete a webhook and its due deliveries',
  part: WEBHOOKS,
  reply: noContent('The webhook is deleted'),
  errors: [],
  run: (webhooks, { accountId, id }) => webhooks.remove({ accountId, webhookId: id }),
});

export const rotateWebhookSecret = defineOperation({
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/secret',
  tag: 'webhooks',
  scope: 'admin',
  summary: 'Give a webhook a new secret. For a day, the old one signs too',
  part: WEBHOOKS,
  reply: json(200, {
    description: 'The new secret, which is shown only once',
    shape: webhookSecretShape,
    example: SECRET,
  }),
  errors: [],
  run: (webhooks, { accountId, id, attempt }) =>
    webhooks.rotate({ accountId, webhookId: id, ...requestOf(attempt) }),
});
