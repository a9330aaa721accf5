import type { WebhookDelivery } from '@dialproof/core';
import { DELIVERY_FAILURES, DELIVERY_STATES } from '@dialproof/core/model';
import { z } from 'zod';
import {
  component,
  count,
  isoTime,
  isoTimeOrNull,
  nextCursor,
  pageParameters,
  timestamp,
} from '../../wire/common-shapes.js';
import { json, jsonBody } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { eventType, WEBHOOKS } from './webhook-shape.js';

const deliveryState = component(
  'DeliveryState',
  z
    .enum(DELIVERY_STATES)
    .describe(
      'The state of an event: it is to be delivered, its receiver has taken it, or it was given up. An `undelivered` event can be replayed.',
    ),
);

const deliveryFailure = component(
  'DeliveryFailure',
  z.enum(DELIVERY_FAILURES).describe('Why a receiver gave no answer.'),
);

const deliveryShape = component(
  'WebhookDelivery',
  z
    .strictObject({
      event_id: z.string().describe('The `webhook-id` of the message, the same at each try.'),
      event: eventType,
      occurred_at: timestamp,
      state: deliveryState,
      attempts: count.describe('Tries that came to an end.'),
      last_attempt: z
        .strictObject({ at: timestamp, status: z.int().nullable(), failure: deliveryFailure.nullable() })
        .nullable()
        .describe(
          'With the status of the answer, or the reason why there was none. Null before the first try has ended.',
        ),
      next_try_at: timestamp.nullable().describe('Null during a try, and if it is not `waiting`.'),
    })
    .describe('An event on its way to a webhook. Times are ISO 8601, in UTC.'),
);

const deliveryPageShape = component(
  'DeliveryPage',
  z
    .strictObject({ deliveries: z.array(deliveryShape), next_cursor: nextCursor })
    .describe('A page of deliveries, the newest first.'),
);

const deliveryQuery = component('DeliveryQuery', z.object(pageParameters));

type WireDeliveryPage = z.infer<typeof deliveryPageShape>;

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
      'A page of deliveries, each with its tries, the result of the last one and the time of the next',
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
    return { deliveries: page.deliveries.map(wireDelivery), next_cursor: page.nextCursor };
  },
});

function wireDelivery({
  attempts,
  eventId,
  lastAttempt,
  nextTryAt,
  occurredAt,
  state,
  type,
}: WebhookDelivery): WireDeliveryPage['deliveries'][number] {
  return {
    event_id: eventId,
    event: type,
    occurred_at: isoTime(occurredAt),
    state,
    attempts,
    last_attempt:
      lastAttempt === null
        ? null
        : { at: isoTime(lastAttempt.at), status: lastAttempt.status, failure: lastAttempt.failure },
    next_try_at: isoTimeOrNull(nextTryAt),
  };
}

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
