import { nextTurn } from '../async/turn.js';
import { type FileFacts, readFile } from '../batch/intake/read-file.js';
import type { UploadLine } from '../batch/intake/upload/upload-line.js';
import type { UploadRequest } from '../batch/intake/upload/upload-request.js';
import { inUploadSlot, refusal } from '../batch/intake/upload/upload-slot.js';
import { freeLimits, freeRefusal, type PreviewSettings } from '../batch/preview/preview-file.js';
import type { E164 } from '../model/e164.js';

export interface PhonesOfFile {
  readonly file: FileFacts;
  /** Each number once. */
  readonly phones: readonly E164[];
  /** Rows of data. */
  readonly total: number;
  /** Rows without a number that could be read: see `unread` of the file. */
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
        // Only a phone reader has added numbers.
        const phones = Array.from(numbers.digits(0, numbers.size), (digits) => `+${digits}` as E164);
        return { file, phones, rowsWithoutNumber: total - numbers.rowsWithNumber, total };
      } catch (error) {
        throw refusal(isFree ? freeRefusal(error, limits) : error, signal);
      }
    },
  });
}

/** The rows themselves are not needed. */
const NOWHERE = { width: 0, write: async () => undefined };
