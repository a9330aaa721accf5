export { type EvidenceCheckerOptions, evidenceChecker, NOT_SEEN } from './evidence-checker.js';
export { type NodeWebhookHandler, nodeHandler } from './webhooks/node-handler.js';
export { type TelegramWebhookOptions, telegramWebhook } from './webhooks/telegram-webhook.js';
export type { WebhookHandler, WebhookOptions } from './webhooks/webhook-handler.js';
export type { WebhookSecret } from './webhooks/webhook-secret.js';
export { type WhatsappWebhookOptions, whatsappWebhook } from './webhooks/whatsapp-webhook.js';
