export {
  type Account,
  type AccountMark,
  COLUMN_REASONS,
  type ColumnReason,
  CREDIT_ENTRY_KINDS,
  type CreatedToken,
  type CreatedWebhook,
  type CreditEntry,
  type CreditEntryKind,
  type CreditEntryQuery,
  type Credits,
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  type DeliveryFailure,
  type DeliveryQuery,
  type DeliveryState,
  type DownloadQuery,
  ERROR_CODES,
  type ErrorCode,
  type FileSettings,
  NOTE_CODES,
  type Note,
  type NoteCode,
  OUTAGE_REASONS,
  type OutageReason,
  type Preview,
  RESULT_COLUMNS,
  RESULT_FORMATS,
  type ResultColumn,
  type ResultFormat,
  SCOPES,
  type Scope,
  SEVERAL_NUMBERS,
  type SeveralNumbers,
  type StatusSummary,
  type SubmitSettings,
  TASK_STATUSES,
  type Task,
  type TaskQuery,
  type TaskStatus,
  type Token,
  type TokenRequest,
  UNREAD_REASONS,
  type UnreadReason,
  VERIFICATION_STATUSES,
  type Verification,
  type VerificationStatus,
  WAITING_REASONS,
  type WaitingReason,
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
} from './api/api.js';
export { CLIENT_ERROR_CODES, type ClientErrorCode } from './api/client-error-codes.js';
export { FINDINGS, type Finding, findingIn } from './api/finding.js';
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
export { hasEnded } from './tasks/has-ended.js';
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
