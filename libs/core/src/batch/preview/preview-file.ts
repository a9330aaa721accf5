import type { FoundColumn } from '../../columns/found-column.js';
import { isPhoneHeader } from '../../columns/header/header-words.js';
import type { ColumnReason } from '../../model/column-reason.js';
import type { CreditBalance } from '../../ports/credit-ledger.js';
import { openLinesTable } from '../../tables/open-table.js';
import type { IntakeSettings } from '../batch-settings.js';
import { type ReadFile, readFile } from '../intake/read-file.js';
import type { UploadLine } from '../intake/upload-line.js';
import { fileNameOf, type UploadRequest } from '../intake/upload-request.js';
import { inUploadTurn, refusal, type UploadTurn } from '../intake/upload-turn.js';
import { type FilePreview, PREVIEW_LIMITS } from './file-preview.js';
import { PreviewRows, shortText } from './preview-rows.js';

/** Reads a file as a submit does, in its turn among the uploads, and stores and holds nothing. */
export async function previewFile(
  settings: IntakeSettings,
  request: UploadRequest,
  line: UploadLine,
  closing: AbortSignal,
): Promise<FilePreview> {
  return await inUploadTurn({ line, closing }, request, {
    // The price is what somebody without credits wants to know.
    admit: async () => undefined,
    async read(turn) {
      try {
        const file = await readRows(settings, request, turn);
        return preview(request, file, await settings.ledger.balance(request.accountId));
      } catch (error) {
        throw refusal(error, turn.ended.signal);
      }
    },
  });
}

async function readRows(
  settings: IntakeSettings,
  request: UploadRequest,
  { content, ended }: UploadTurn,
): Promise<ReadFile<PreviewRows>> {
  const { encoding, fileName, sheet } = request;
  const { tableLimits: limits, tempDirectory } = settings;
  const table = await openLinesTable(
    { fileName, content },
    { limits, tempDirectory, encoding, sheet, signal: ended.signal },
  );
  return await readFile(table, { fileName: fileNameOf(request), reading: request }, settings, {
    openSink: async (start, reading) => new PreviewRows(start, reading),
    assertAffordable: async () => undefined,
  });
}

function preview(
  { phoneColumn }: UploadRequest,
  { columns, facts, numbers, sheets, sink, start, total }: ReadFile<PreviewRows>,
  balance: CreditBalance,
): FilePreview {
  const shown = columns.slice(0, PREVIEW_LIMITS.columns);
  return {
    file: facts,
    sheets: sheets.slice(0, PREVIEW_LIMITS.sheets),
    sheetCount: sheets.length,
    columnReason: columnReason(start.found, phoneColumn !== undefined),
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
    credits: { held: numbers.rowsWithNumber, charged: numbers.size },
    balance,
  };
}

function columnReason({ dataStart, holdsPhones, name }: FoundColumn, isNamed: boolean): ColumnReason {
  if (isNamed) return 'named';
  if (!holdsPhones) return 'not_found';
  // Without a header, the names of columns are ours.
  return dataStart === 1 && isPhoneHeader(name) ? 'header' : 'cells';
}
