import type {
  AddedSuppressions,
  CreatedToken,
  CreatedWebhook,
  DeliveryQuery,
  ListChange,
  ListChangesQuery,
  ListFileSettings,
  ListRequest,
  ListRun,
  ListRunSettings,
  ListSchedule,
  PhoneList,
  SuppressedFile,
  Suppression,
  SuppressionFileSettings,
  SuppressionQuery,
  Token,
  TokenRequest,
  Webhook,
  WebhookDelivery,
  WebhookReplay,
  WebhookReplayRequest,
  WebhookRequest,
  WebhookSecret,
} from './api/api.js';
import type { Replies } from './api/operations.js';
import type { PostOptions, RequestOptions } from './client-options.js';
import { type Download, startDownload } from './downloads/download.js';
import type { RequestSender } from './requests/request-sender.js';
import type { Pages } from './tasks/pages.js';
import { changesOf, serverTask } from './tasks/server-task.js';
import type { Changes, SubmittedTask } from './tasks/task-handle.js';
import type { UploadFile, UploadOptions } from './uploads/upload-file.js';
import type { UploadForm } from './uploads/upload-form.js';

/** The webhooks of the account. */
export interface WebhookOperations {
  /** Adds an address for events. Codes: `invalid_webhook_url`, `too_many_webhooks`. */
  create(webhook: WebhookRequest, options?: PostOptions): Promise<CreatedWebhook>;
  list(options?: RequestOptions): Promise<readonly Webhook[]>;
  /** Its deliveries of the last days, the newest first. Code: `webhook_not_found`. */
  deliveries(webhookId: string, query?: DeliveryQuery, options?: RequestOptions): Pages<WebhookDelivery>;
  /** Code: `webhook_not_found`. */
  delete(webhookId: string, options?: RequestOptions): Promise<void>;
  /** Delivers events again, and enables a webhook that was disabled. Code: `webhook_not_found`. */
  replay(webhookId: string, replay: WebhookReplayRequest, options?: PostOptions): Promise<WebhookReplay>;
  /** Makes a new secret. For a day the old one signs too. Code: `webhook_not_found`. */
  rotateSecret(webhookId: string, options?: PostOptions): Promise<WebhookSecret>;
}

export function accountWebhooks(sender: RequestSender): WebhookOperations {
  return {
    create: (body, options) => sender.ask('createWebhook', { body, options }),
    list: async (options) => (await sender.ask('listWebhooks', { options })).webhooks,
    deliveries: (id, query = {}, options) =>
      sender.pages('listDeliveries', ({ deliveries }) => deliveries, { id, query: { ...query }, options }),
    delete: (id, options) => sender.ask('removeWebhook', { id, options }),
    replay: (id, body, options) => sender.ask('replayWebhook', { id, body, options }),
    rotateSecret: (id, options) => sender.ask('rotateWebhookSecret', { id, options }),
  };
}

/** The tokens of the account. They need the scope `admin`. */
export interface TokenOperations {
  /**
   * Makes a token, with no more rights than the one of the request. It is never repeated, since a token is shown once: if the answer was
   * lost, the list has a token that was never used. Codes: `forbidden`, `too_many_tokens`.
   */
  create(token?: TokenRequest, options?: Omit<RequestOptions, 'maxRetries'>): Promise<CreatedToken>;
  list(options?: RequestOptions): Promise<readonly Token[]>;
  /** Revokes a token, also the one of the request. Code: `token_not_found`. */
  revoke(tokenId: string, options?: RequestOptions): Promise<void>;
}

export function accountTokens(sender: RequestSender): TokenOperations {
  return {
    create: (body = {}, options) =>
      sender.ask('createToken', { body, options: { ...options, maxRetries: 0 } }),
    list: async (options) => (await sender.ask('listTokens', { options })).tokens,
    revoke: (id, options) => sender.ask('removeToken', { id, options }),
  };
}

/** A list with its file, and the settings of both. */
export interface ListWithFile extends Omit<ListFileSettings, 'schedule'> {
  readonly file: UploadFile;
  /** When it is verified again. Default: only when somebody asks for it. */
  readonly schedule?: ListSchedule | undefined;
}

/** Lists of the account that are verified again, by a schedule or when asked for. The code for an unknown list is `list_not_found`. */
export interface ListOperations {
  /**
   * Makes a list of a file, which it submits, or of a task's rows. Codes: `column_not_found` (of `key_column`), `too_many_lists`; of a file,
   * those of `submit`; of a task, `task_not_found`, `task_not_done` (it has failed).
   */
  create(list: ListWithFile | ListRequest, options?: UploadOptions): Promise<PhoneList>;
  /** All lists, the oldest first. */
  list(options?: RequestOptions): Promise<readonly PhoneList[]>;
  get(listId: string, options?: RequestOptions): Promise<PhoneList>;
  /**
   * Changes the given settings, and leaves the others. Null removes a setting. Codes: those of `create`, `request_in_progress` (another task during a run, another
   * `key_column` while a newer file comes).
   */
  change(listId: string, change: ListChange, options?: RequestOptions): Promise<PhoneList>;
  /** Its tasks stay. */
  delete(listId: string, options?: RequestOptions): Promise<void>;
  /** The runs that are over, the newest first. */
  runs(listId: string, options?: RequestOptions): Promise<readonly ListRun[]>;
  /** Starts a run now. Codes: `request_in_progress` (a run is under way), `task_not_found` (its rows were deleted), those about credits. */
  run(listId: string, options?: PostOptions): Promise<SubmittedTask>;
  /** Verifies a newer file. Its rows replace those of the list. Codes: those of `run` and `submit`, `column_not_found` (of the list's `key_column`). */
  runFile(
    listId: string,
    file: UploadFile,
    settings?: ListRunSettings,
    options?: UploadOptions,
  ): Promise<SubmittedTask>;
  /** What changed up to the newest run. Code: `task_not_found`, also if there is no earlier run left. */
  changes(
    listId: string,
    query?: Omit<ListChangesQuery, 'format' | 'neutralize_formulas'>,
    options?: RequestOptions,
  ): Changes;
  /** The same as a .csv. */
  downloadChanges(
    listId: string,
    query?: Pick<ListChangesQuery, 'change' | 'key_column' | 'neutralize_formulas' | 'since'>,
    options?: RequestOptions,
  ): Promise<Download>;
}

/** Sends a file. `id`: of the item in the path. */
export type Upload<Name extends keyof Replies> = (
  form: UploadForm,
  options: PostOptions,
  id?: string,
) => Promise<Replies[Name]>;

export function accountLists(
  sender: RequestSender,
  { createList, runList }: { readonly createList: Upload<'createList'>; readonly runList: Upload<'runList'> },
): ListOperations {
  return {
    create(list, { onProgress, ...options } = {}) {
      if (!('file' in list)) return sender.ask('createList', { body: list, options });
      const { file, schedule, ...settings } = list;
      const text = schedule === undefined ? undefined : JSON.stringify(schedule);
      return createList({ file, settings: { ...settings, schedule: text }, onProgress }, options);
    },
    list: async (options) => (await sender.ask('listLists', { options })).lists,
    get: (id, options) => sender.ask('showList', { id, options }),
    change: (id, body, options) => sender.ask('changeList', { id, body, options }),
    delete: (id, options) => sender.ask('removeList', { id, options }),
    runs: async (id, options) => (await sender.ask('listRuns', { id, options })).runs,
    async run(id, options) {
      const { task_id, total } = await sender.ask('runList', { id, options });
      return { ...serverTask(sender, task_id), total };
    },
    async runFile(id, file, settings = {}, { onProgress, ...options } = {}) {
      const { task_id, total } = await runList({ file, settings: { ...settings }, onProgress }, options, id);
      return { ...serverTask(sender, task_id), total };
    },
    changes: (id, query = {}, options) =>
      changesOf((cursor) => sender.ask('listChanges', { id, query: { ...query, cursor }, options })),
    downloadChanges: (id, query = {}, options) =>
      startDownload(sender, 'listChanges', { id, query: { ...query, format: 'csv' }, options }),
  };
}

/** The numbers that the account must not call: nobody is asked about them, and they cost nothing. */
export interface SuppressionOperations {
  /** The numbers, the newest first. */
  list(query?: Pick<SuppressionQuery, 'limit'>, options?: RequestOptions): Pages<Suppression>;
  /** Adds 1 to 1,000 numbers, all or none. Codes: `invalid_phone`, `too_many_suppressions`. */
  add(phones: readonly string[], options?: PostOptions): Promise<AddedSuppressions>;
  /** Adds the numbers of a file. Codes: those of files, `too_many_suppressions`. */
  addFile(
    file: UploadFile,
    settings?: SuppressionFileSettings,
    options?: UploadOptions,
  ): Promise<SuppressedFile>;
  /** Resolves to whether the number was suppressed. Code: `invalid_phone`. */
  remove(phone: string, options?: PostOptions): Promise<boolean>;
}

export function accountSuppressions(
  sender: RequestSender,
  upload: Upload<'suppressFile'>,
): SuppressionOperations {
  return {
    list: (query = {}, options) =>
      sender.pages('listSuppressions', ({ suppressions }) => suppressions, { query: { ...query }, options }),
    add: (phones, options) => sender.ask('addSuppressions', { body: { phones }, options }),
    addFile: (file, settings = {}, { onProgress, ...options } = {}) =>
      upload({ file, settings: { ...settings }, onProgress }, options),
    remove: async (phone, options) =>
      (await sender.ask('removeSuppression', { body: { phone }, options })).removed,
  };
}
