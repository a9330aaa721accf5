import { noContent } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { WEBHOOKS } from './webhook-shape.js';

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
