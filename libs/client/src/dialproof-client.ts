import type { DialproofClientOptions, PostOptions, RequestOptions } from './client-options.js';
import type { Download, DownloadOptions } from './downloads/download.js';
import type { Account } from './shapes/account.js';
import type { CreditEntry, Credits, StatementQuery } from './shapes/credits.js';
import type { FileSettings, Preview, SubmitSettings } from './shapes/file.js';
import type { DownloadQuery } from './shapes/result.js';
import type { Task, TaskQuery } from './shapes/task.js';
import type { Verification } from './shapes/verification.js';
import type { Pages } from './tasks/pages.js';
import type { SubmittedTask, TaskHandle } from './tasks/task-handle.js';
import type { UploadFile, UploadOptions } from './uploads/upload-file.js';
import type { WebhookOperations } from './webhooks/webhook-operations.js';

/** The operations of a Dialproof server. */
export declare class DialproofClient {
  constructor(options: DialproofClientOptions);
  readonly webhooks: WebhookOperations;
  /** Verifies one number. Codes: `invalid_phone`, `insufficient_credits`. */
  verify(phone: string, options?: PostOptions): Promise<Verification>;
  /** What a submit of a file would make of it, and cost. Nothing is stored or held. */
  preview(
    file: UploadFile,
    settings?: FileSettings,
    options?: Omit<UploadOptions, 'idempotencyKey'>,
  ): Promise<Preview>;
  /** Submits a file, and resolves when it has become a task. */
  submit(file: UploadFile, settings?: SubmitSettings, options?: UploadOptions): Promise<SubmittedTask>;
  /** A task by its id. It asks the server for nothing yet. */
  task(taskId: string): TaskHandle;
  /** The tasks of the account, the newest first. */
  tasks(query?: TaskQuery, options?: RequestOptions): Pages<Task>;
  /** The result of a task. */
  download(taskId: string, query?: DownloadQuery, options?: DownloadOptions): Promise<Download>;
  credits(options?: RequestOptions): Promise<Credits>;
  /** What the credits were changed by, the newest first. */
  statement(query?: StatementQuery, options?: RequestOptions): Pages<CreditEntry>;
  /** Opens an account; needs no token. It is never repeated, since its token is shown once. Codes: `invalid_email`, `email_taken`. */
  register(email: string, options?: Omit<RequestOptions, 'maxRetries'>): Promise<Account>;
  /** The OpenAPI document of the server; needs no token. An operation that is not in it is `not_supported` there. */
  describe(options?: RequestOptions): Promise<Readonly<Record<string, unknown>>>;
}
