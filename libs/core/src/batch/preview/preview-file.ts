import { DialproofError, isDialproofError } from '../../model/errors.js';
import type { TableLimits } from '../../tables/table-limits.js';
import type { IntakeSettings } from '../batch-settings.js';
import { assertFreshAnswers, type FreshAnswersSettings, findFreshAnswers } from '../intake/fresh-answers.js';
import type { UploadLine } from '../intake/upload/upload-line.js';
import type { UploadRequest } from '../intake/upload/upload-request.js';
import { inUploadTurn, refusal } from '../intake/upload/upload-turn.js';
import type { FilePreview } from './file-preview.js';
import { readPreview } from './read-preview.js';

export interface PreviewSettings
  extends FreshAnswersSettings,
    Pick<IntakeSettings, 'ledger' | 'maxRows' | 'tableLimits' | 'tellsReassigned' | 'tempDirectory'> {
  /** Bytes of a file that is previewed for an account without credits. */
  readonly maxFreePreviewBytes: number;
}

/** A workbook's XML, unpacked, for each byte that the file may have: twice as much as 100,000 rows of twenty cells have for the default. */
const UNPACKED_PER_BYTE = 8;

const MIB = 1024 * 1024;

/**
 * Reads a file as a submit does, in its turn among the uploads, and stores and holds nothing.
 *
 * A preview is free, and the largest files take seconds to read. Accounts with credits may make a service read such files by submits too,
 * and are bounded by their places in the line. Without credits, submits are refused unread, so previews alone would be
 * work without a price: they take smaller files. Part of a larger one would be shown at a price that is not its own, so it is refused.
 */
export async function previewFile(
  settings: PreviewSettings,
  request: UploadRequest,
  line: UploadLine,
  closing: AbortSignal,
): Promise<FilePreview> {
  assertFreshAnswers(settings, request);
  const { clock, ledger, maxFreePreviewBytes, maxRows, tableLimits, tellsReassigned, tempDirectory } =
    settings;
  const { accountId, consentDateColumn: column, fileName, freshWithinMs } = request;
  const consent = { column, isTold: tellsReassigned, now: clock.now() };
  return await inUploadTurn({ line, closing }, request, {
    // The price is what somebody without credits wants to know.
    admit: async () => (await ledger.balance(accountId)).available <= 0,
    async read({ content, ended: { signal } }, isFree) {
      const limits = isFree ? freeLimits(tableLimits, maxFreePreviewBytes) : tableLimits;
      try {
        const upload = {
          fileName,
          content,
          reading: request,
          consent,
          limits,
          tempDirectory,
          maxRows,
          signal,
        };
        const asked = { accountId, freshWithinMs, signal };
        const previewed = await readPreview(upload, (numbers) => findFreshAnswers(numbers, settings, asked));
        return { ...previewed, balance: await ledger.balance(accountId) };
      } catch (error) {
        const found = isFree ? freeRefusal(error, limits) : error;
        throw refusal(found, signal);
      }
    },
  });
}

function freeLimits(limits: TableLimits, maxBytes: number): TableLimits {
  return {
    ...limits,
    maxFileBytes: Math.min(limits.maxFileBytes, maxBytes),
    maxUnpackedBytes: Math.min(limits.maxUnpackedBytes, maxBytes * UNPACKED_PER_BYTE),
  };
}

function freeRefusal(error: unknown, { maxFileBytes, maxUnpackedBytes }: TableLimits): unknown {
  if (!isDialproofError(error) || error.code !== 'file_too_large') return error;
  return new DialproofError('file_too_large', {
    hint: `a preview without credits takes files of ${mebibytes(maxFileBytes)}, and workbooks that unpack to ${mebibytes(maxUnpackedBytes)}, at most; with credits it takes what a submit takes`,
    cause: error,
  });
}

function mebibytes(bytes: number): string {
  return `${bytes} bytes (${Math.floor(bytes / MIB)} MiB)`;
}
