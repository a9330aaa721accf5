import { DialproofError } from '@dialproof/core';
import { WEBHOOK_DISABLED_REASONS, WEBHOOK_EVENT_TYPES } from '@dialproof/core/model';
import { z } from 'zod';
import { component, text, timestamp, timestampOrNull } from '../../wire/common-shapes.js';
import type { PartOf } from '../definition/define-operation.js';
import type { ContractWebhooks } from './contract-webhooks.js';

export const WEBHOOKS: PartOf<ContractWebhooks> = {
  of: ({ webhooks }) => webhooks,
  refusal: () => new DialproofError('not_supported', { hint: 'this server has no webhooks' }),
};

export const eventType = component('WebhookEventType', 'The events of webhooks.').words(WEBHOOK_EVENT_TYPES);

export const eventTypes = z.array(eventType).min(1);

const disabledReason = component(
  'WebhookDisabledReason',
  'The reason why a webhook gets no more events: its receiver answered 410, or no delivery has succeeded for days.',
).words(WEBHOOK_DISABLED_REASONS);

export const webhookShape = component(
  'Webhook',
  'An address of the account that gets events. Times are ISO 8601, in UTC.',
).strict({
  webhook_id: text,
  url: text,
  events: eventTypes,
  created_at: timestamp,
  disabled_at: timestampOrNull,
  disabled_reason: disabledReason.nullable(),
});

type WireWebhook = z.infer<typeof webhookShape>;

export const webhookSecretShape = component(
  'WebhookSecret',
  'A secret of a webhook, `whsec_...`, which signs its messages. It is shown only this once.',
).strict({ secret: text });

type WireWebhookSecret = z.infer<typeof webhookSecretShape>;

export const WEBHOOK: WireWebhook = {
  webhook_id: 'wh_5f0c8f5e7a554c0f9d0a2f3d1f3c9a10',
  url: 'https://example.com/dialproof',
  events: ['task.done', 'task.failed'],
  created_at: '2026-01-02T03:04:05.006Z',
  disabled_at: null,
  disabled_reason: null,
};

export const SECRET: WireWebhookSecret = { secret: 'whsec_the-secret-of-this-webhook' };
