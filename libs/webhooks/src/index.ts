export type { ResolveHost } from './address/address-rules.js';
export { createWebhooks } from './create-webhooks.js';
export type { CreditsLowOptions, WebhooksOptions } from './webhook-options.js';
export type {
  CreatedWebhook,
  CreateWebhookRequest,
  ListDeliveriesRequest,
  ReplayDeliveriesRequest,
  RotateSecretRequest,
  Webhooks,
} from './webhooks.js';
