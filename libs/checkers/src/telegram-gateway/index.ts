export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export { type TelegramGatewayOptions, telegramGatewayChecker } from './telegram-gateway-checker.js';
