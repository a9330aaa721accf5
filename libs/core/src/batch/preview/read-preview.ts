import type { FoundColumn } from '../../columns/found-column.js';
import { headerMeaning, isPhoneHeader } from '../../columns/header/header-words.js';
import type { ColumnReason } from '../../model/file-reading.js';
import type { FreshAnswers } from '../intake/fresh-answers.js';
import type { NumberIndex } from '../intake/number-index.js';
import { type ReadFile, readFile, type UploadToRead } from '../intake/read-file.js';
import { type FilePreview, PREVIEW_LIMITS } from './file-preview.js';
import { PreviewRows, shortText } from './preview-rows.js';

/** What a preview shows of the file itself, of bounded size. */
type PreviewedFile = Omit<FilePreview, 'balance'>;

/** Reads a file to its end as a submit does, and stores nothing. Rejects with the codes of a refused file. */
export async function readPreview(
  upload: UploadToRead,
  findFresh: (numbers: NumberIndex) => Promise<FreshAnswers | undefined>,
): Promise<PreviewedFile> {
  const file = await readFile(upload, {
    openSink: async (start) => new PreviewRows(start),
    assertAffordable: async () => undefined,
  });
  return previewedFile(upload, file, await findFresh(file.numbers));
}

function previewedFile(
  { reading }: UploadToRead,
  { columns, facts, numbers, sheets, sink, start, total }: ReadFile<PreviewRows>,
  fresh: FreshAnswers | undefined,
): PreviewedFile {
  const known = { rows: fresh?.rows ?? 0, numbers: fresh?.numbers ?? 0 };
  const shown = columns.slice(0, PREVIEW_LIMITS.columns);
  return {
    file: facts,
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
    credits: { held: numbers.rowsWithNumber - known.rows, charged: numbers.size - known.numbers },
  };
}

function columnReason({ dataStart, holdsPhones, name }: FoundColumn, isNamed: boolean): ColumnReason {
  if (isNamed) return 'named';
  if (!holdsPhones) return 'not_found';
  // Without a header, the names of columns are ours.
  const saysPhones = isPhoneHeader(name) || headerMeaning(name) === 'phones';
  return dataStart === 1 && saysPhones ? 'header' : 'cells';
}
