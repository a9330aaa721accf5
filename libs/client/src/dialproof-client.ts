import {
  accountLists,
  accountSuppressions,
  accountTokens,
  accountWebhooks,
  type ListOperations,
  type SuppressionOperations,
  type TokenOperations,
  type WebhookOperations,
} from './account-operations.js';
import type {
  Account,
  AccountMark,
  CreditEntry,
  CreditEntryQuery,
  Credits,
  DownloadQuery,
  EraseRequest,
  NumberErasure,
  Preview,
  PreviewSettings,
  SubmitSettings,
  Task,
  TaskQuery,
  Verification,
} from './api/api.js';
import type { Replies } from './api/operations.js';
import type { DialproofClientOptions, PostOptions, RequestOptions, VerifyOptions } from './client-options.js';
import { isDialproofError } from './dialproof-error.js';
import { type Download, startDownload } from './downloads/download.js';
import { checkedOptions } from './requests/checked-options.js';
import { RequestSender } from './requests/request-sender.js';
import type { Pages } from './tasks/pages.js';
import { serverTask } from './tasks/server-task.js';
import type { SubmittedTask, TaskHandle } from './tasks/task-handle.js';
import type { PreviewOptions, UploadFile, UploadOptions } from './uploads/upload-file.js';
import { keptUploadBody, type UploadForm, uploadBody } from './uploads/upload-form.js';

/**
 * The operations of a Dialproof server. Each may fail with a `DialproofError`: with the codes that are named, those of every request
 * (`not_authenticated`, `too_many_requests` and the like), and the client's own.
 */
export class DialproofClient {
  readonly lists: ListOperations;
  readonly suppressions: SuppressionOperations;
  readonly webhooks: WebhookOperations;
  readonly tokens: TokenOperations;
  readonly #sender: RequestSender;

  /** Throws TypeError for a wrong option. Nothing is sent. */
  constructor(options: DialproofClientOptions) {
    this.#sender = new RequestSender(checkedOptions(options));
    this.lists = accountLists(this.#sender, {
      createList: (form, options) => this.#upload('createList', form, options),
      runList: (form, options, id) => this.#upload('runList', form, options, id),
    });
    this.suppressions = accountSuppressions(this.#sender, (form, options) =>
      this.#upload('suppressFile', form, options),
    );
    this.webhooks = accountWebhooks(this.#sender);
    this.tokens = accountTokens(this.#sender);
  }

  /**
   * Verifies one number. With a date of consent, such as `2024-05-01`, the answer has `reassigned`. Codes: `invalid_phone`,
   * `insufficient_credits`, `malformed_request` for a date that cannot be read, `invalid_fresh_within`.
   */
  verify(phone: string, { consentDate, freshWithin, ...options }: VerifyOptions = {}): Promise<Verification> {
    const body = { phone, consent_date: consentDate, fresh_within: freshWithin };
    return this.#sender.ask('verify', { body, options });
  }

  /**
   * Shows how a submit would read a file, and its cost. Nothing is held. With `keep_upload`, the server keeps the file for some minutes:
   * the next preview and the submit may name it by `upload_id`. It is sent only if the server has it no more.
   */
  async preview(
    file: UploadFile,
    settings: PreviewSettings = {},
    { onProgress, ...options }: PreviewOptions = {},
  ): Promise<Preview> {
    return this.#upload('preview', { file, settings: { ...settings }, onProgress }, options);
  }

  /** Submits a file, and resolves when it has become a task. Codes: those of files, `insufficient_credits`, `max_credits_exceeded`. */
  async submit(
    file: UploadFile,
    settings: SubmitSettings = {},
    { onProgress, ...options }: UploadOptions = {},
  ): Promise<SubmittedTask> {
    const form = { file, settings: { ...settings }, onProgress };
    const { task_id, total } = await this.#upload('submit', form, options);
    return { ...serverTask(this.#sender, task_id), total };
  }

  /**
   * Erases a number from everything that is kept of the account. With `suppress`, it is never checked again. Tasks that have not ended are
   * named: repeat the call when they have. Code: `invalid_phone`.
   */
  eraseNumber(
    phone: string,
    { suppress }: Pick<EraseRequest, 'suppress'> = {},
    options: RequestOptions = {},
  ): Promise<NumberErasure> {
    return this.#sender.ask('eraseNumber', { body: { phone, suppress }, options });
  }

  /** A task by its id. No request is made yet. */
  task(taskId: string): TaskHandle {
    return serverTask(this.#sender, taskId);
  }

  /** The tasks of the account, the newest first. */
  tasks(query: TaskQuery = {}, options: RequestOptions = {}): Pages<Task> {
    return this.#sender.pages('list', ({ tasks }) => tasks, { query: { ...query }, options });
  }

  /** The result of a task that is done; with `partial`, of one that failed too. Codes: `task_not_found`, `task_not_done`. */
  async download(taskId: string, query?: DownloadQuery, options?: RequestOptions): Promise<Download> {
    return this.task(taskId).download(query, options);
  }

  /** The account of the token: a mark that distinguishes accounts. */
  account(options: RequestOptions = {}): Promise<AccountMark> {
    return this.#sender.ask('showAccount', { options });
  }

  credits(options: RequestOptions = {}): Promise<Credits> {
    return this.#sender.ask('credits', { options });
  }

  /** The changes of the credits, the newest first. */
  creditEntries(
    { limit }: Omit<CreditEntryQuery, 'format'> = {},
    options: RequestOptions = {},
  ): Pages<CreditEntry> {
    return this.#sender.pages('creditEntries', ({ entries }) => entries, { query: { limit }, options });
  }

  /** The same as a .csv, with the names of the files. */
  downloadCreditEntries(options: RequestOptions = {}): Promise<Download> {
    return startDownload(this.#sender, 'creditEntries', { query: { format: 'csv' }, options });
  }

  /**
   * Opens an account; needs no token. It is never repeated, since the token of an account is shown once. Codes: `invalid_email`,
   * `email_taken`, `registration_closed`.
   */
  register(email: string, options: Omit<RequestOptions, 'maxRetries'> = {}): Promise<Account> {
    return this.#sender.ask('register', { body: { email }, options: { ...options, maxRetries: 0 } });
  }

  /** The OpenAPI document of the server; needs no token. It lacks operations that the server does not support. */
  async describe(options: RequestOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    // An OpenAPI document is an object.
    return (await this.#sender.ask('describe', { options })) as Readonly<Record<string, unknown>>;
  }

  async #upload<Name extends 'createList' | 'preview' | 'runList' | 'submit' | 'suppressFile'>(
    name: Name,
    form: UploadForm,
    given: RequestOptions & Pick<PostOptions, 'idempotencyKey'>,
    id?: string,
  ): Promise<Replies[Name]> {
    const { upload_id, ...settings } = form.settings;
    const body = uploadBody({ ...form, settings }, this.#sender.options);
    const options = this.#uploading(given);
    if (upload_id === undefined) return this.#sender.ask(name, { id, body, options });
    try {
      return await this.#sender.ask(name, { id, body: keptUploadBody(form.settings), options });
    } catch (error) {
      if (!isDialproofError(error, 'upload_not_found')) throw error;
      // Use the key of the earlier tries, if there is one: one of them may have been done.
      const { idempotencyKey = options.idempotencyKey } = error;
      return this.#sender.ask(name, { id, body, options: { ...options, idempotencyKey } });
    }
  }

  #uploading<Options extends RequestOptions>(options: Options): Options {
    return { ...options, timeoutMs: options.timeoutMs ?? this.#sender.options.uploadTimeoutMs };
  }
}
