export type {
  ListOperations,
  ListWithFile,
  SuppressionOperations,
  TokenOperations,
  WebhookOperations,
} from './account-operations.js';
// All of it is made from the operations of the API: a new type needs no line here.
export * from './api/api.js';
export { FINDINGS, type Finding, findingIn } from './api/finding.js';
export type {
  ClientClock,
  DialproofClientOptions,
  Fetch,
  PostOptions,
  RequestOptions,
  VerifyOptions,
} from './client-options.js';
export { DialproofClient } from './dialproof-client.js';
export {
  CLIENT_ERROR_CODES,
  type ClientErrorCode,
  DialproofError,
  type DialproofErrorDetails,
  isDialproofError,
} from './dialproof-error.js';
export type { Download } from './downloads/download.js';
export { hasEnded } from './tasks/follow-task.js';
export type { Page, Pages } from './tasks/pages.js';
export type { Changes, EndOptions, FollowOptions, SubmittedTask, TaskHandle } from './tasks/task-handle.js';
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
} from './verify-webhook.js';
