import { nextTurn } from '../../async/turn.js';
import { DialproofError, withoutNumbers } from '../../model/errors.js';
import { boundedNotes, type FileReading, type TaskNote } from '../../model/file-reading.js';
import { openTable, type Table, type TableOptions, type TableUpload } from '../../tables/open-table.js';
import type { Row, TableBlock } from '../../tables/table-block.js';
import type { FirstRows } from '../../tables/xlsx/wanted-sheet.js';
import { type Recall, type Recalled, withRecalled } from './remembered-settings.js';
import { findTableStart, holdsPhones, sampleRows, type TableStart } from './table-start.js';

/** Above this size, two rows are enough for the sample: it is kept in memory, and a row may have 4 MiB. */
const MAX_SAMPLE_BYTES = 8 * 1024 * 1024;

/** A file to be read, with the settings for reading it. */
export interface FileToOpen
  extends TableUpload,
    Pick<TableOptions, 'limits' | 'onPiece' | 'signal' | 'tempDirectory'> {
  readonly reading: FileReading;
  /** Finds the settings of an earlier file, which fill in those that `reading` lacks. */
  readonly recall?: Recall | undefined;
}

/** A file whose first rows were read. */
export interface OpenedFile {
  readonly table: Table;
  readonly start: TableStart;
  readonly recalled: Recalled | undefined;
  /** The rows of data. They can be iterated once, and the end closes everything. If they are not iterated, call `table.close`. */
  readonly blocks: AsyncIterable<TableBlock>;
}

/**
 * Opens a file and reads the first rows, which show its header, its columns and how its phones are written. Rejects, with everything
 * closed, with the codes of a refused file, with `empty_file` and with those of {@link findTableStart}.
 */
export async function openFile({
  content,
  fileName,
  reading,
  recall,
  ...options
}: FileToOpen): Promise<OpenedFile> {
  const table = await openTable(
    { fileName, content },
    {
      ...options,
      encoding: reading.encoding,
      sheet: reading.sheet,
      sheetChoice: {
        rows: sampleRows(reading),
        isWanted: (first) => holdsPhones(first, reading),
      },
    },
  );
  try {
    const blocks = table.blocks[Symbol.asyncIterator]();
    const { first, sample } = await firstBlocks(blocks, sampleRows(reading));
    if (sample.length === 0) throw emptyFile(noRows(table, reading));
    const recalled = await recall?.(first);
    const start = await findTableStart(first, withRecalled(reading, recalled));
    if (rowsIn(sample) === start.dataStart) {
      const next = await blocks.next();
      if (next.done === true) throw emptyFile('the file has a header and no rows below it');
      sample.push(next.value);
    }
    return { table, start, recalled, blocks: dataBlocks(sample, blocks, start.dataStart) };
  } catch (error) {
    await table.close();
    throw error;
  }
}

/** The decisions of the reader that the caller may want to change, complete once all rows were read. */
export function notesOf({ recalled, start, table }: OpenedFile, reading: FileReading): readonly TaskNote[] {
  const ofRecalled = recalled?.note === undefined ? [] : [recalled.note];
  const notes = [...ofRecalled, ...table.notes, ...start.notes, ...start.found.notes];
  return boundedNotes(notes.map((note) => inSheet(table, reading, note)));
}

async function firstBlocks(
  blocks: AsyncIterator<TableBlock>,
  wanted: number,
): Promise<{ readonly sample: TableBlock[]; readonly first: FirstRows }> {
  const sample: TableBlock[] = [];
  const rows: Row[] = [];
  const rowNumbers: number[] = [];
  let bytes = 0;
  // One row is not enough: it may be the header.
  while (rows.length < (bytes > MAX_SAMPLE_BYTES ? 2 : wanted)) {
    const next = await blocks.next();
    if (next.done === true) return { sample, first: { rows, rowNumbers, areAll: true } };
    // Reading a row of megabytes takes one turn, and splitting it into cells takes another one.
    await nextTurn();
    sample.push(next.value);
    rows.push(...next.value.rows());
    rowNumbers.push(...next.value.rowNumbers);
    bytes += next.value.text.length;
    await nextTurn();
  }
  return { sample, first: { rows, rowNumbers, areAll: false } };
}

/** The rows of the sample from `dataStart` on, and then the further blocks. */
async function* dataBlocks(
  sample: TableBlock[],
  others: AsyncIterator<TableBlock>,
  dataStart: number,
): AsyncGenerator<TableBlock> {
  try {
    let above = dataStart;
    for (let block = sample.shift(); block !== undefined; block = sample.shift()) {
      if (above < block.count) yield block.from(above);
      above = Math.max(0, above - block.count);
    }
    for (let next = await others.next(); next.done !== true; next = await others.next()) yield next.value;
  } finally {
    await others.return?.();
  }
}

function rowsIn(blocks: readonly TableBlock[]): number {
  return blocks.reduce((rows, { count }) => rows + count, 0);
}

/** Adds the sheet to the hint about a missing phone column: the phones may be in another sheet, since a cover often comes first. */
function inSheet({ sheet, sheets }: Table, reading: FileReading, note: TaskNote): TaskNote {
  if (sheet === null || note.code !== 'no_phone_column') return note;
  const which = reading.sheet === undefined ? ', the first visible one that has rows' : '';
  const others = sheets.length > 1 ? ' (sheet=NAME names another one)' : '';
  return { ...note, hint: `in the sheet ${JSON.stringify(sheet)}${which}${others}, ${note.hint}` };
}

function noRows({ fileType, sheet }: Table, reading: FileReading): string {
  if (fileType === 'csv') return 'the file has no rows';
  return reading.sheet === undefined
    ? 'no visible sheet of the workbook has rows'
    : `the sheet ${JSON.stringify(withoutNumbers(sheet ?? ''))} has no rows; sheet=NAME names another one`;
}

function emptyFile(hint: string): DialproofError {
  return new DialproofError('empty_file', { hint });
}
