import { z } from 'zod';
import { component, count, timestamp } from '../../wire/common-shapes.js';
import { json, jsonBody } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { WEBHOOKS } from './webhook-shape.js';

/** Unknown fields are ignored. */
const replayWebhookBody = component(
  'WebhookReplayRequest',
  z.object({
    since: timestamp.describe('Events from then on are delivered again.'),
    which: z.enum(['undelivered', 'all']).default('undelivered'),
  }),
);

const webhookReplayShape = component(
  'WebhookReplay',
  z.strictObject({ deliveries: count.describe('The number of deliveries that are due by it.') }),
);

export const replayWebhook = defineOperation({
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/replay',
  tag: 'webhooks',
  scope: 'admin',
  summary: 'Deliver events to a webhook again, and enable it if it was disabled',
  part: WEBHOOKS,
  body: jsonBody({
    shape: replayWebhookBody,
    example: { since: '2026-01-02T00:00:00.000Z', which: 'undelivered' },
  }),
  reply: json(202, {
    description: 'The number of deliveries that are due now',
    shape: webhookReplayShape,
    example: { deliveries: 2 },
  }),
  errors: [],
  async run(webhooks, { accountId, id, body: { since, which } }) {
    const asked = { accountId, webhookId: id, since: Date.parse(since), which };
    const { deliveries } = await webhooks.replay(asked);
    return { deliveries };
  },
});
