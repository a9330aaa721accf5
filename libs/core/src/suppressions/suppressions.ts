import { nextTurn } from '../async/turn.js';
import type { IntakeSettings } from '../batch/batch-settings.js';
import { type FileFacts, readFile } from '../batch/intake/read-file.js';
import type { UploadLine } from '../batch/intake/upload/upload-line.js';
import type { UploadRequest } from '../batch/intake/upload/upload-request.js';
import { inUploadSlot, refusal } from '../batch/intake/upload/upload-slot.js';
import { freeLimits, freeRefusal, type PreviewSettings } from '../batch/preview/preview-file.js';
import { counted, DialproofError, isDialproofError } from '../model/errors.js';
import { type AccountId, type E164, accountId as knownAccount } from '../model/identifiers.js';
import { type PageRequest, pageLimit } from '../model/page-request.js';
import { normalizePhone } from '../phone/normalize-phone.js';
import {
  SUPPRESSIONS_AT_ONCE,
  type SuppressionList,
  type SuppressionPage,
} from '../ports/optional/suppression-list.js';

export interface SuppressRequest {
  readonly accountId: AccountId;
  /** 1 to 1,000 numbers in any spelling that `normalizePhone` understands. */
  readonly phones: readonly string[];
}

export interface AddedSuppressions {
  /** Distinct numbers of the request. */
  readonly numbers: number;
  /** The numbers that were not suppressed before. */
  readonly added: number;
}

/** A file whose numbers were suppressed. */
export interface SuppressedFile extends AddedSuppressions, Omit<PhonesOfFile, 'phones'> {}

/**
 * The numbers that an account must not call. They are not checked and cost nothing: in files and single checks they are `unknown`, with the
 * reason `suppressed`. A suppression takes effect with the next file and the next claimed chunk; running calls are not stopped.
 */
export interface Suppressions {
  /** The numbers, the newest first. Code: `malformed_request` (a cursor that no page has given). */
  list(request: { readonly accountId: AccountId } & PageRequest): Promise<SuppressionPage>;

  /** Adds all of the numbers or none. A repeat adds nothing. Codes: `invalid_phone`, `too_many_suppressions`. */
  add(request: SuppressRequest): Promise<AddedSuppressions>;

  /**
   * Adds the numbers of a file, which is read as a submit reads it. Nothing is held, and the file is not stored. Numbers are added in
   * steps: after an interruption, a repeat adds the rest. Codes: `too_many_suppressions`, and those of a preview.
   */
  addFile(
    request: Omit<UploadRequest, 'consentDateColumn' | 'freshWithinMs' | 'remembered'>,
  ): Promise<SuppressedFile>;

  /** Removes a number, and resolves to whether it was there. Code: `invalid_phone`. */
  remove(request: { readonly accountId: AccountId; readonly phone: string }): Promise<boolean>;
}

export interface SuppressionSettings extends PreviewSettings, Pick<IntakeSettings, 'clock'> {
  readonly suppressions: SuppressionList;
  readonly maxSuppressionsPerAccount: number;
}

export function createSuppressions(
  settings: SuppressionSettings,
  line: UploadLine,
  closing: AbortSignal,
): Suppressions {
  const { suppressions } = settings;
  return {
    list: async ({ accountId, cursor = null, limit }) =>
      await suppressions.page({ accountId: knownAccount(accountId), cursor, limit: pageLimit(limit) }),

    async add({ accountId, phones }) {
      if (!Array.isArray(phones) || phones.length < 1 || phones.length > SUPPRESSIONS_AT_ONCE)
        throw new RangeError(`phones must be a list of 1 to ${SUPPRESSIONS_AT_ONCE} numbers`);
      const numbers = [...new Set(phones.map(normalizedAt))];
      return { numbers: numbers.length, added: await addNumbers(settings, knownAccount(accountId), numbers) };
    },

    async addFile(asked) {
      const request = { ...asked, accountId: knownAccount(asked.accountId) };
      const { phones, ...file } = await phonesOfFile(settings, request, line, closing);
      let added = 0;
      for (let start = 0; start < phones.length; start += SUPPRESSIONS_AT_ONCE) {
        const step = phones.slice(start, start + SUPPRESSIONS_AT_ONCE);
        added += await addNumbers(settings, request.accountId, step);
      }
      return { ...file, numbers: phones.length, added };
    },

    remove: async ({ accountId, phone }) =>
      await suppressions.remove(knownAccount(accountId), normalizePhone(phone)),
  };
}

async function addNumbers(
  { clock, maxSuppressionsPerAccount: maxPerAccount, suppressions }: SuppressionSettings,
  accountId: AccountId,
  phones: readonly E164[],
): Promise<number> {
  const added = await suppressions.add({ accountId, phones, addedAt: clock.now(), maxPerAccount });
  if (added !== undefined) return added;
  throw new DialproofError('too_many_suppressions', {
    hint: `an account may suppress ${counted(maxPerAccount, 'number')}`,
  });
}

/** Normalises a number. The hint of `invalid_phone` has its position, never the number itself. */
function normalizedAt(phone: string, position: number): E164 {
  try {
    return normalizePhone(phone);
  } catch (error) {
    if (!isDialproofError(error, 'invalid_phone')) throw error;
    throw new DialproofError('invalid_phone', { hint: `in "phones" at position ${position}: ${error.hint}` });
  }
}

export interface PhonesOfFile {
  readonly file: FileFacts;
  /** Each number once. */
  readonly phones: readonly E164[];
  /** Rows of data. */
  readonly total: number;
  /** Rows without a readable number: see `unread` of the file. */
  readonly rowsWithoutNumber: number;
}

/** Reads a file to its end as a submit does, in a slot of the uploads, and keeps nothing but its numbers. */
export async function phonesOfFile(
  settings: PreviewSettings,
  request: UploadRequest,
  line: UploadLine,
  closing: AbortSignal,
): Promise<PhonesOfFile> {
  const { clock, ledger, maxFreePreviewBytes, maxRows, tableLimits, tempDirectory } = settings;
  const { accountId, fileName } = request;
  return await inUploadSlot({ line, closing }, request, {
    // Accounts without credits may suppress numbers too; their files have the bounds of a preview.
    admit: async () => (await ledger.balance(accountId)).available <= 0,
    async read({ content, ended: { signal } }, isFree) {
      const limits = isFree ? freeLimits(tableLimits, maxFreePreviewBytes) : tableLimits;
      const consent = { column: 'none', tellsReassigned: false, now: clock.now() };
      const upload = { fileName, content, reading: request, consent, limits, tempDirectory, maxRows, signal };
      try {
        const {
          facts: file,
          numbers,
          total,
        } = await readFile(upload, {
          openSink: async () => NOWHERE,
          assertAffordable: async () => undefined,
        });
        await nextTurn();
        // All numbers were added in E.164.
        const phones = Array.from(numbers.digits(0, numbers.size), (digits) => `+${digits}` as E164);
        return { file, phones, rowsWithoutNumber: total - numbers.rowsWithNumber, total };
      } catch (error) {
        throw refusal(isFree ? freeRefusal(error, limits) : error, signal);
      }
    },
  });
}

/** A sink that drops the rows. */
const NOWHERE = { width: 0, write: async () => undefined };
