import type {
  AddedSuppressions,
  SuppressedFile,
  Suppression,
  SuppressionFileSettings,
  SuppressionQuery,
} from './api/api.js';
import type { PostOptions, RequestOptions } from './client-options.js';
import type { RequestSender } from './requests/request-sender.js';
import type { Pages } from './tasks/pages.js';
import type { UploadFile, UploadOptions } from './uploads/upload-file.js';
import type { UploadForm } from './uploads/upload-form.js';

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

/** Those of the sender's account. */
export function accountSuppressions(
  sender: RequestSender,
  upload: (form: UploadForm, options: PostOptions) => Promise<SuppressedFile>,
): SuppressionOperations {
  return {
    list: ({ limit } = {}, options) =>
      sender.pages('listSuppressions', ({ suppressions }) => suppressions, { query: { limit }, options }),
    add: (phones, options) => sender.ask('addSuppressions', { body: { phones }, options }),
    addFile: (file, settings = {}, { onProgress, ...options } = {}) =>
      upload({ file, settings: { ...settings }, onProgress }, options),
    remove: async (phone, options) =>
      (await sender.ask('removeSuppression', { body: { phone }, options })).removed,
  };
}
