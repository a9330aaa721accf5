import { json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { requestOf, SECRET, WEBHOOKS, webhookSecretShape } from './webhook-shape.js';

export const rotateWebhookSecret = defineOperation({
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/secret',
  tag: 'webhooks',
  scope: 'admin',
  summary: 'Give a webhook a new secret; the old one signs too for a day',
  part: WEBHOOKS,
  reply: json(200, {
    description: 'The new secret, which is shown this once',
    shape: webhookSecretShape,
    example: SECRET,
  }),
  errors: [],
  async run(webhooks, { accountId, id, attempt }) {
    const { secret } = await webhooks.rotate({ accountId, webhookId: id, ...requestOf(attempt) });
    return { secret };
  },
});
