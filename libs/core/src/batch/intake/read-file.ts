import { nextTurn } from '../../async/next-turn.js';
import { type FoundColumn, readingOf } from '../../columns/found-column.js';
import { DialproofError } from '../../model/errors.js';
import { boundedNotes, type FileReading, type TaskNote } from '../../model/file-reading.js';
import type { FileType, TaskFile } from '../../model/task.js';
import { type CellReading, readPhoneCell } from '../../phone/cells/phone-cell.js';
import { readAreaCode } from '../../phone/numbering/area-code.js';
import { countryCode } from '../../phone/numbering/country-code.js';
import type { Table } from '../../tables/open-table.js';
import type { Row } from '../../tables/row.js';
import type { TableBlock } from '../../tables/row-blocks.js';
import type { IntakeSettings } from '../batch-settings.js';
import { NumberIndex } from './number-index.js';
import { findTableStart, sampleRows, type TableStart } from './table-start.js';

/** Characters after which fewer have to do: a row may have 4 Mi of them, and the sample is kept in memory. */
const MAX_SAMPLE_CHARS = 8 * 1024 * 1024;

export interface IntakeRequest {
  readonly fileName: string;
  /** As the caller wrote it. */
  readonly reading: FileReading;
}

/** Rows of data, as arrays of the same length. */
export interface FileRows extends TableBlock {
  /** The index of each row's number, or NO_NUMBER. */
  readonly numberIndexes: readonly number[];
}

/** Takes the rows of a file as they are read. */
export interface RowSink {
  /** Cells in the widest row so far, the header included. */
  readonly width: number;
  write(rows: FileRows): Promise<void>;
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
  /** The first blocks, kept as they came: wide ones are rendered and stored one at a time, like all that follow. */
  let sample: TableBlock[] = [];
  let sampleChars = 0;
  let total = 0;
  let reading: CellReading = {};

  const begin = async (areAll: boolean): Promise<void> => {
    // Judged here and not before the first row, so that a wrong one closes the table as every other refusal does.
    reading = cellReading(request.reading);
    const first = {
      rows: sample.flatMap(({ rows }) => rows),
      rowNumbers: sample.flatMap(({ rowNumbers }) => rowNumbers),
      areAll,
    };
    const start = await findTableStart(first, request.reading, reading);
    reading = readingOf(start.found, reading);
    if (rowsIn(sample) === start.dataStart) throw emptyFile('the file has a header and no rows below it');
    intake = { start, sink: await openSink(start) };
    let above = start.dataStart;
    for (const block of sample) {
      await nextTurn();
      if (above < block.rows.length) await takeRows(above === 0 ? block : blockFrom(block, above));
      above = Math.max(0, above - block.rows.length);
    }
    sample = [];
  };
  const takeRows = async (block: TableBlock): Promise<void> => {
    if (intake === undefined) return;
    const { rows } = block;
    total += rows.length;
    if (total > settings.maxRows) {
      throw new DialproofError('too_many_rows', { hint: `the file has more than ${settings.maxRows} rows` });
    }
    const { start, sink } = intake;
    const { holdsPhones, index } = start.found;
    const numberIn = (row: Row) => (holdsPhones ? readPhoneCell(row[index] ?? '', reading) : undefined);
    const numberIndexes = rows.map((row) => numbers.add(numberIn(row)));
    await assertAffordable(numbers.rowsWithNumber);
    await sink.write({ ...block, numberIndexes });
  };

  for await (const block of table.blocks) {
    await nextTurn();
    if (intake !== undefined) {
      await takeRows(block);
      continue;
    }
    sample.push(block);
    sampleChars += charsIn(block.rows);
    // One row is no sample: it may be a header.
    const enough = sampleChars > MAX_SAMPLE_CHARS ? 2 : sampleRows(request.reading);
    if (rowsIn(sample) >= enough) await begin(false);
  }
  if (sample.length > 0) await begin(true);
  if (intake === undefined) throw emptyFile(NO_ROWS[table.fileType]);
  const { sink, start } = intake;
  return {
    total,
    numbers,
    start,
    sink,
    columns: columnNames(start.found, sink.width),
    facts: fileFacts(table, request, start),
  };
}

function fileFacts(table: Table, { fileName }: IntakeRequest, { found, notes }: TableStart): FileFacts {
  return {
    name: fileName,
    type: table.fileType,
    sheet: table.sheet,
    encoding: table.encoding,
    phoneColumn: { index: found.index, name: found.name },
    notes: boundedNotes([...table.notes, ...notes, ...found.notes].map((note) => inSheet(table, note))),
  };
}

function blockFrom({ rows, rowNumbers, lines }: TableBlock, start: number): TableBlock {
  return { rows: rows.slice(start), rowNumbers: rowNumbers.slice(start), lines: lines.slice(start) };
}

/** A workbook may have the phones in another sheet than the one that was read: a cover often comes first. */
function inSheet({ sheet }: Table, note: TaskNote): TaskNote {
  if (sheet === null || note.code !== 'no_phone_column') return note;
  return {
    code: note.code,
    hint: `in the sheet ${JSON.stringify(sheet)}, the first visible one that has rows, ${note.hint}`,
  };
}

function charsIn(rows: readonly Row[]): number {
  let chars = 0;
  for (const row of rows) for (const cell of row) chars += cell.length;
  return chars;
}

function rowsIn(blocks: readonly TableBlock[]): number {
  return blocks.reduce((count, { rows }) => count + rows.length, 0);
}

function cellReading({ defaultAreaCode, defaultCountry, severalNumbers }: FileReading): CellReading {
  const country = defaultCountry === undefined ? undefined : countryCode(defaultCountry);
  const areaCode = defaultAreaCode === undefined ? undefined : readAreaCode(defaultAreaCode, country);
  return { defaultCountry: country, areaCode, severalNumbers };
}

/** The header, as wide as the widest row: a column that the file's own header does not name has no name, without a header its number. */
function columnNames({ header, dataStart }: FoundColumn, width: number): readonly string[] {
  const name = (position: number): string => (dataStart === 0 ? `column_${position + 1}` : '');
  return Array.from({ length: width }, (_, position) => header[position] ?? name(position));
}

const NO_ROWS = {
  csv: 'the file has no rows',
  xlsx: 'no visible sheet of the workbook has rows',
} as const satisfies Record<FileType, string>;

function emptyFile(hint: string): DialproofError {
  return new DialproofError('empty_file', { hint });
}
