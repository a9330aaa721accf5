export type { Secret } from '../upstream/secret.js';
export { type EvidenceCheckerOptions, evidenceChecker, NOT_SEEN } from './evidence-checker.js';
export {
  type ImportOptions,
  type ImportSummary,
  importObservations,
  type SkippedRows,
} from './import-observations.js';
export { type ImportColumns, SKIP_REASONS, type SkipReason } from './import-row.js';
export { type NodeReceiver, nodeHandler } from './node-handler.js';
export type { Receiver, ReceiverOptions } from './receiver.js';
export { type TelegramReceiverOptions, telegramReceiver } from './telegram-receiver.js';
export { type WhatsappReceiverOptions, whatsappReceiver } from './whatsapp-receiver.js';
