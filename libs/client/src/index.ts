export type {
  ClientClock,
  DialproofClientOptions,
  Fetch,
  PostOptions,
  RequestOptions,
} from './client-options.js';
export { DialproofClient } from './dialproof-client.js';
export { DialproofError, type DialproofErrorDetails, isDialproofError } from './dialproof-error.js';
export type { Download, DownloadOptions } from './downloads/download.js';
export type { Account, AccountMark } from './shapes/account.js';
export {
  CREDIT_ENTRY_KINDS,
  type CreditEntry,
  type CreditEntryKind,
  type Credits,
  type StatementQuery,
} from './shapes/credits.js';
export {
  CLIENT_ERROR_CODES,
  type ClientErrorCode,
  ERROR_CODES,
  type ErrorCode,
} from './shapes/error-codes.js';
export {
  COLUMN_REASONS,
  type ColumnReason,
  type FileSettings,
  type Preview,
  SEVERAL_NUMBERS,
  type SeveralNumbers,
  type SubmitSettings,
  UNREAD_REASONS,
  type UnreadReason,
} from './shapes/file.js';
export { FINDINGS, type Finding, findingIn } from './shapes/finding.js';
export {
  type DownloadQuery,
  RESULT_COLUMNS,
  RESULT_FORMATS,
  type ResultColumn,
  type ResultFormat,
} from './shapes/result.js';
export {
  hasEnded,
  NOTE_CODES,
  type Note,
  type NoteCode,
  OUTAGE_REASONS,
  type OutageReason,
  type StatusSummary,
  TASK_STATUSES,
  type Task,
  type TaskQuery,
  type TaskStatus,
  WAITING_REASONS,
  type WaitingReason,
} from './shapes/task.js';
export { type CreatedToken, SCOPES, type Scope, type Token, type TokenRequest } from './shapes/token.js';
export { VERIFICATION_STATUSES, type Verification, type VerificationStatus } from './shapes/verification.js';
export {
  type CreatedWebhook,
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  type DeliveryFailure,
  type DeliveryQuery,
  type DeliveryState,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookDelivery,
  type WebhookDisabledReason,
  type WebhookEventType,
  type WebhookReplay,
  type WebhookReplayRequest,
  type WebhookRequest,
  type WebhookSecret,
} from './shapes/webhook.js';
export type { Page, Pages } from './tasks/pages.js';
export type { EndOptions, FollowOptions, SubmittedTask, TaskHandle } from './tasks/task-handle.js';
export type { TokenOperations } from './tokens/account-tokens.js';
export type {
  ByteStream,
  NamedContent,
  PreviewOptions,
  UploadFile,
  UploadOptions,
  UploadProgress,
} from './uploads/upload-file.js';
export {
  type VerifiedWebhook,
  type VerifyWebhookRequest,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks/verify-webhook.js';
export type { WebhookOperations } from './webhooks/webhook-operations.js';
