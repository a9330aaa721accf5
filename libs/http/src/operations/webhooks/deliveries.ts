import { DELIVERY_FAILURES, DELIVERY_STATES } from '@dialproof/core/model';
import { z } from 'zod';
import {
  component,
  count,
  nextCursor,
  pageParameters,
  text,
  timestamp,
  timestampOrNull,
} from '../../wire/common-shapes.js';
import { json, jsonBody } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { eventType, WEBHOOKS } from './webhook-shape.js';

const deliveryState = component(
  'DeliveryState',
  'The state of a delivery: it waits, the receiver has taken it, or it was given up. An `undelivered` event can be replayed.',
).words(DELIVERY_STATES);

const deliveryFailure = component('DeliveryFailure', 'Why a receiver gave no answer.').words(
  DELIVERY_FAILURES,
);

const deliveryShape = component(
  'WebhookDelivery',
  'An event on its way to a webhook. Times are ISO 8601, in UTC.',
).strict({
  event_id: text.describe('The `webhook-id` of the message, the same at each try.'),
  event: eventType,
  occurred_at: timestamp,
  state: deliveryState,
  attempts: count.describe('Tries that have ended.'),
  last_attempt: z
    .strictObject({ at: timestamp, status: z.int().nullable(), failure: deliveryFailure.nullable() })
    .nullable()
    .describe(
      'The last try that has ended: the status of the answer, or the reason why there was none. Null before that.',
    ),
  next_try_at: timestampOrNull.describe(
    'The time of the next try. Null during a try, and unless the state is `waiting`.',
  ),
});

const deliveryPageShape = component('DeliveryPage', 'A page of deliveries, the newest first.').strict({
  deliveries: z.array(deliveryShape),
  next_cursor: nextCursor,
});

const deliveryQuery = component('DeliveryQuery').open(pageParameters);

export const listDeliveries = defineOperation({
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  tag: 'webhooks',
  scope: 'read',
  summary: 'List the deliveries of a webhook, newest first',
  part: WEBHOOKS,
  query: deliveryQuery,
  reply: json(200, {
    description:
      'A page of deliveries, each with its tries, the result of the last try and the time of the next',
    shape: deliveryPageShape,
    example: {
      deliveries: [
        {
          event_id: '9d0a2f3d1f3c9a105f0c8f5e7a554c0f',
          event: 'task.done',
          occurred_at: '2026-01-02T03:04:06.480Z',
          state: 'waiting',
          attempts: 2,
          last_attempt: { at: '2026-01-02T03:04:12.101Z', status: 503, failure: null },
          next_try_at: '2026-01-02T03:09:10.330Z',
        },
      ],
      next_cursor: null,
    },
  }),
  errors: [],
  async run(webhooks, { accountId, id, query: { cursor = null, limit } }) {
    const page = await webhooks.deliveries({ accountId, webhookId: id, cursor, limit });
    return { ...page, deliveries: page.deliveries.map((each) => ({ ...each, event: each.type })) };
  },
});

const replayWebhookBody = component('WebhookReplayRequest').open({
  since: timestamp.describe('Events since this time are delivered again.'),
  which: z.enum(['undelivered', 'all']).default('undelivered'),
});

const webhookReplayShape = component('WebhookReplay').strict({
  deliveries: count.describe('The number of deliveries that are due now.'),
});

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
  run: (webhooks, { accountId, id, body: { since, which } }) =>
    webhooks.replay({ accountId, webhookId: id, since: Date.parse(since), which }),
});
