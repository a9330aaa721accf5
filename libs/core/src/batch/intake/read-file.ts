import { nextTurn } from '../../async/next-turn.js';
import type { FoundColumn } from '../../columns/found-column.js';
import type { E164 } from '../../model/e164.js';
import { DialproofError } from '../../model/errors.js';
import { boundedNotes, type FileReading, type TaskNote } from '../../model/file-reading.js';
import type { TaskFile } from '../../model/task.js';
import { withoutNumbers } from '../../model/without-numbers.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { Table } from '../../tables/open-table.js';
import type { TableBlock } from '../../tables/table-block.js';
import type { IntakeSettings } from '../batch-settings.js';
import { NumberIndex } from './number-index.js';
import { findTableStart, sampleRows, type TableStart } from './table-start.js';

/** Bytes after which fewer rows have to do: a row may have 4 MiB of them, and the sample is kept in memory. */
const MAX_SAMPLE_BYTES = 8 * 1024 * 1024;

export interface IntakeRequest {
  readonly fileName: string;
  /** As the caller wrote it. */
  readonly reading: FileReading;
}

/** Takes the rows of a file as they are read. */
export interface RowSink {
  /** Cells in the widest row so far, the header included. */
  readonly width: number;
  /** `numberIndexes`: of each row the index of its number, or NO_NUMBER. */
  write(rows: TableBlock, numberIndexes: readonly number[]): Promise<void>;
}

/** What happens around the reading of a file. */
export interface IntakeSteps<Sink extends RowSink> {
  /** Makes what takes the rows; called once it is certain that the file has some. */
  readonly openSink: (start: TableStart) => Promise<Sink>;
  /** Called with the rows so far that carry a number; rejects when they cannot be paid for. */
  readonly assertAffordable: (rowsWithNumber: number) => Promise<void>;
}

/** A file that was read to its end. */
export interface ReadFile<Sink extends RowSink> {
  /** Rows of data. */
  readonly total: number;
  readonly numbers: NumberIndex;
  readonly start: TableStart;
  /** The header, as wide as the widest row. */
  readonly columns: readonly string[];
  readonly facts: FileFacts;
  /** The names of a workbook's visible sheets. Empty for a .csv. */
  readonly sheets: readonly string[];
  readonly sink: Sink;
}

/** What is known of a file by reading it. */
export type FileFacts = Pick<TaskFile, 'name' | 'type' | 'sheet' | 'encoding' | 'phoneColumn' | 'notes'>;

/** Reads a table to its end, gives each number its index and hands the rows on. */
export async function readFile<Sink extends RowSink>(
  table: Table,
  request: IntakeRequest,
  settings: Pick<IntakeSettings, 'maxRows'>,
  { assertAffordable, openSink }: IntakeSteps<Sink>,
): Promise<ReadFile<Sink>> {
  const numbers = new NumberIndex();
  let intake: { readonly start: TableStart; readonly sink: Sink } | undefined;
  /** The first blocks. */
  let sample: TableBlock[] = [];
  let sampleBytes = 0;
  let total = 0;

  const begin = async (areAll: boolean): Promise<void> => {
    // Judged here and not before the first row, so that a wrong setting closes the table as every other refusal does.
    const first = {
      rows: sample.flatMap((block) => block.rows()),
      rowNumbers: sample.flatMap(({ rowNumbers }) => rowNumbers),
      areAll,
    };
    const start = await findTableStart(first, request.reading);
    if (rowsIn(sample) === start.dataStart) throw emptyFile('the file has a header and no rows below it');
    const sink = await openSink(start);
    intake = { start, sink };
    let above = start.dataStart;
    for (const block of sample) {
      await nextTurn();
      if (above < block.count) await takeRows(block.from(above));
      above = Math.max(0, above - block.count);
    }
    sample = [];
  };
  const takeRows = async (block: TableBlock): Promise<void> => {
    if (intake === undefined) return;
    const { sink, start } = intake;
    total += block.count;
    if (total > settings.maxRows) {
      throw new DialproofError('too_many_rows', { hint: `the file has more than ${settings.maxRows} rows` });
    }
    const numberIndexes = numbersIn(block, start).map((number) => numbers.add(number));
    await assertAffordable(numbers.rowsWithNumber);
    await sink.write(block, numberIndexes);
  };

  for await (const block of table.blocks) {
    await nextTurn();
    if (intake !== undefined) {
      await takeRows(block);
      continue;
    }
    sample.push(block);
    sampleBytes += block.text.length;
    // One row is no sample: it may be a header.
    const enough = sampleBytes > MAX_SAMPLE_BYTES ? 2 : sampleRows(request.reading);
    if (rowsIn(sample) >= enough) await begin(false);
  }
  if (sample.length > 0) await begin(true);
  if (intake === undefined) throw emptyFile(noRows(table, request.reading));
  const { sink, start } = intake;
  return {
    total,
    numbers,
    start,
    sink,
    columns: columnNames(start.found, sink.width),
    facts: fileFacts(table, request, start),
    sheets: table.sheets,
  };
}

/** The number in the phone cell of each row. */
function numbersIn(block: TableBlock, start: TableStart): (E164 | undefined)[] {
  const { byRow, found, reading } = start;
  const cells = block.cells(found.index);
  if (!found.holdsPhones) return cells.map(() => undefined);
  return cells.map((cell, row) => readPhoneCell(cell, byRow?.readingOf(block.row(row)) ?? reading));
}

function fileFacts(
  table: Table,
  { fileName, reading }: IntakeRequest,
  { found, notes }: TableStart,
): FileFacts {
  return {
    name: fileName,
    type: table.fileType,
    sheet: table.sheet,
    encoding: table.encoding,
    phoneColumn: { index: found.index, name: found.name },
    notes: boundedNotes(
      [...table.notes, ...notes, ...found.notes].map((note) => inSheet(table, reading, note)),
    ),
  };
}

/** A workbook may have the phones in another sheet than the one that was read: a cover often comes first. */
function inSheet({ sheet, sheets }: Table, reading: FileReading, note: TaskNote): TaskNote {
  if (sheet === null || note.code !== 'no_phone_column') return note;
  const which = reading.sheet === undefined ? ', the first visible one that has rows' : '';
  const others = sheets.length > 1 ? ' (sheet names another one)' : '';
  return { code: note.code, hint: `in the sheet ${JSON.stringify(sheet)}${which}${others}, ${note.hint}` };
}

function rowsIn(blocks: readonly TableBlock[]): number {
  return blocks.reduce((rows, { count }) => rows + count, 0);
}

/** The header, as wide as the widest row: a column that the file's own header does not name has no name, without a header its number. */
function columnNames({ header, dataStart }: FoundColumn, width: number): readonly string[] {
  const name = (position: number): string => (dataStart === 0 ? `column_${position + 1}` : '');
  return Array.from({ length: width }, (_, position) => header[position] ?? name(position));
}

function noRows({ fileType, sheet }: Table, reading: FileReading): string {
  if (fileType === 'csv') return 'the file has no rows';
  return reading.sheet === undefined
    ? 'no visible sheet of the workbook has rows'
    : `the sheet ${JSON.stringify(withoutNumbers(sheet ?? ''))} has no rows; "sheet" names another one`;
}

function emptyFile(hint: string): DialproofError {
  return new DialproofError('empty_file', { hint });
}
