import type { FoundColumn } from '../../columns/found-column.js';
import { headerMeaning, isPhoneHeader } from '../../columns/header-words.js';
import { DialproofError, isDialproofError } from '../../model/errors.js';
import type { ColumnReason } from '../../model/file-reading.js';
import type { TableLimits } from '../../tables/table-limits.js';
import type { IntakeSettings } from '../batch-settings.js';
import { findKnownAnswers, type KnownAnswersSettings } from '../intake/find-known-answers.js';
import { assertFreshAnswers } from '../intake/fresh-answers.js';
import type { KnownAnswers } from '../intake/known-answers.js';
import type { NumberIndex } from '../intake/number-index.js';
import { type ReadFile, readFile, type UploadToRead } from '../intake/read-file.js';
import { assertCanRecall, recallOf } from '../intake/remembered-settings.js';
import type { UploadLine } from '../intake/upload/upload-line.js';
import type { UploadRequest } from '../intake/upload/upload-request.js';
import { inUploadSlot, refusal } from '../intake/upload/upload-slot.js';
import { type FilePreview, PREVIEW_LIMITS } from './file-preview.js';
import { PreviewRows, shortText } from './preview-rows.js';

export interface PreviewSettings
  extends KnownAnswersSettings,
    Pick<IntakeSettings, 'ledger' | 'maxRows' | 'tableLimits' | 'tellsReassigned' | 'tempDirectory'> {
  /** The most bytes of a file that is previewed for an account without credits. */
  readonly maxFreePreviewBytes: number;
}

/**
 * The allowed bytes of unpacked XML for each byte of the largest file. With the default, that is twice the XML of 100,000 rows with twenty
 * cells.
 */
const UNPACKED_PER_BYTE = 8;

const MIB = 1024 * 1024;

/**
 * Reads a file as a submit does, in a slot of the uploads, and stores and holds nothing.
 *
 * A preview is free, and the largest files take seconds to read. Accounts with credits can also submit such files, and are bounded by their
 * upload slots. Submits of accounts without credits are refused unread. So for them previews take only small files. A larger file is
 * refused, since a part of it would show a wrong price.
 */
export async function previewFile(
  settings: PreviewSettings,
  request: UploadRequest,
  line: UploadLine,
  closing: AbortSignal,
): Promise<FilePreview> {
  assertFreshAnswers(settings, request);
  assertCanRecall(settings, request);
  const recall = recallOf(settings, request);
  const { clock, ledger, maxFreePreviewBytes, maxRows, tableLimits, tellsReassigned, tempDirectory } =
    settings;
  const { accountId, consentDateColumn: column, fileName, freshWithinMs } = request;
  const consent = { column, tellsReassigned, now: clock.now() };
  return await inUploadSlot({ line, closing }, request, {
    // An account without credits may preview: it wants to know the price.
    admit: async () => (await ledger.balance(accountId)).available <= 0,
    async read({ content, ended: { signal } }, isFree) {
      const limits = isFree ? freeLimits(tableLimits, maxFreePreviewBytes) : tableLimits;
      try {
        const upload = {
          fileName,
          content,
          reading: request,
          recall,
          consent,
          limits,
          tempDirectory,
          maxRows,
          signal,
        };
        const asked = { accountId, freshWithinMs, signal };
        const previewed = await readPreview(upload, (numbers) => findKnownAnswers(numbers, settings, asked));
        return { ...previewed, balance: await ledger.balance(accountId) };
      } catch (error) {
        const found = isFree ? freeRefusal(error, limits) : error;
        throw refusal(found, signal);
      }
    },
  });
}

/** The limits of a file that is read for free. */
export function freeLimits(limits: TableLimits, maxBytes: number): TableLimits {
  return {
    ...limits,
    maxFileBytes: Math.min(limits.maxFileBytes, maxBytes),
    maxUnpackedBytes: Math.min(limits.maxUnpackedBytes, maxBytes * UNPACKED_PER_BYTE),
  };
}

export function freeRefusal(error: unknown, { maxFileBytes, maxUnpackedBytes }: TableLimits): unknown {
  if (!isDialproofError(error) || error.code !== 'file_too_large') return error;
  return new DialproofError('file_too_large', {
    hint: `without credits, a file may have ${mebibytes(maxFileBytes)}, and a workbook may unpack to ${mebibytes(maxUnpackedBytes)}, at most; with credits, what a submit takes`,
    cause: error,
  });
}

function mebibytes(bytes: number): string {
  return `${bytes} bytes (${Math.floor(bytes / MIB)} MiB)`;
}

/** The part of a preview about the file itself, of bounded size. */
type PreviewedFile = Omit<FilePreview, 'balance'>;

/** Reads a file to its end as a submit does, and stores nothing. Rejects with the codes of a refused file. */
async function readPreview(
  upload: UploadToRead,
  findKnown: (numbers: NumberIndex) => Promise<KnownAnswers | undefined>,
): Promise<PreviewedFile> {
  const file = await readFile(upload, {
    openSink: async (start) => new PreviewRows(start),
    assertAffordable: async () => undefined,
  });
  return previewedFile(file, await findKnown(file.numbers));
}

function previewedFile(
  { columns, facts, numbers, reading, recalled, sheets, sink, start, total }: ReadFile<PreviewRows>,
  found: KnownAnswers | undefined,
): PreviewedFile {
  const free = { rows: found?.rows ?? 0, numbers: found?.numbers ?? 0 };
  const suppressed = found?.suppressed ?? { rows: 0, numbers: 0 };
  const known = { rows: free.rows - suppressed.rows, numbers: free.numbers - suppressed.numbers };
  const shown = columns.slice(0, PREVIEW_LIMITS.columns);
  return {
    file: facts,
    remembered: recalled?.note === undefined ? null : { ...recalled.columns, headerRow: recalled.headerRow },
    sheets: sheets.slice(0, PREVIEW_LIMITS.sheets),
    sheetCount: sheets.length,
    columnReason: columnReason(start.found, reading.phoneColumn !== undefined),
    countryColumn: start.byRow?.countryColumn ?? null,
    seen: sink.seen,
    columns: shown.map((name, index) => ({
      index,
      name: shortText(name),
      samples: sink.samples[index] ?? [],
    })),
    columnCount: columns.length,
    // A row may have fewer cells than the widest one.
    firstRows: sink.firstRows.map((row) => ({
      ...row,
      cells: shown.map((_, index) => row.cells[index] ?? ''),
    })),
    total,
    numbers: numbers.size,
    duplicates: numbers.rowsWithNumber - numbers.size,
    withoutNumber: { rows: total - numbers.rowsWithNumber, empty: sink.empty, examples: sink.examples },
    known,
    suppressed,
    credits: { held: numbers.rowsWithNumber - free.rows, charged: numbers.size - free.numbers },
  };
}

function columnReason({ dataStart, holdsPhones, name }: FoundColumn, isNamed: boolean): ColumnReason {
  if (isNamed) return 'named';
  if (!holdsPhones) return 'not_found';
  // Without a header, the names of columns are made up.
  const saysPhones = isPhoneHeader(name) || headerMeaning(name) === 'phones';
  return dataStart === 1 && saysPhones ? 'header' : 'cells';
}
