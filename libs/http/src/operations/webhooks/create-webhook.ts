import { z } from 'zod';
import { component } from '../../wire/common-shapes.js';
import { json, jsonBody } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import {
  eventTypes,
  requestOf,
  SECRET,
  WEBHOOK,
  WEBHOOKS,
  webhookFields,
  wireWebhook,
} from './webhook-shape.js';

/** Unknown fields are ignored. */
const createWebhookBody = component(
  'WebhookRequest',
  z.object({ url: z.string().describe('An https address.'), events: eventTypes }),
);

const createdWebhookShape = component(
  'CreatedWebhook',
  z
    .strictObject({ ...webhookFields, secret: z.string() })
    .describe('A webhook with its secret, which is shown this once.'),
);

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
    description: 'The webhook, with the secret that signs its messages, which is shown this once',
    shape: createdWebhookShape,
    example: { ...WEBHOOK, ...SECRET },
  }),
  errors: ['invalid_webhook_url', 'too_many_webhooks'],
  async run(webhooks, { accountId, body, caller, attempt, subject }) {
    const { url, events } = body;
    const asked = { accountId, url, events, madeWith: caller.tokenId, ...requestOf(attempt) };
    const created = await webhooks.create(asked);
    subject.itemId = created.webhookId;
    return { ...wireWebhook(created), secret: created.secret };
  },
});
