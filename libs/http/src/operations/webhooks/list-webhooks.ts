import { z } from 'zod';
import { component } from '../../wire/common-shapes.js';
import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { WEBHOOK, WEBHOOKS, webhookShape, wireWebhook } from './webhook-shape.js';

const webhookListShape = component(
  'WebhookList',
  z
    .strictObject({ webhooks: z.array(webhookShape) })
    .describe('All webhooks of the account, the oldest first.'),
);

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
  run: async (webhooks, { accountId }) => ({
    webhooks: (await webhooks.list(accountId)).map(wireWebhook),
  }),
});
