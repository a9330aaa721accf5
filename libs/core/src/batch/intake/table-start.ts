import { findColumns } from '../../columns/by-row/find-columns.js';
import type { RowReadings } from '../../columns/by-row/row-readings.js';
import { type FoundColumn, readingOf } from '../../columns/found-column.js';
import { findHeaderRow, mayHoldPhone } from '../../columns/header-row.js';
import { DialproofError, withoutNumbers } from '../../model/errors.js';
import type { FileReading, TaskNote } from '../../model/file-reading.js';
import type { E164 } from '../../model/identifiers.js';
import { isNumber } from '../../phone/cells/cell-reading.js';
import { type CellReading, readCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { cellReading, type PhoneInCell, phoneInRead } from '../../phone/phone-in-cell.js';
import type { Row, TableBlock } from '../../tables/table-block.js';
import type { FirstRows } from '../../tables/xlsx/wanted-sheet.js';
import type { UnreadRows } from './unread-rows.js';

/** The rows by which the phone column is found: a header and a hundred rows. */
const SAMPLE_ROWS = 101;

/** The last row that may be named as the header: the rows above it are kept in memory. */
const MAX_HEADER_ROW = 1_000;

/** The most characters in the rows above a header. They are stored in one piece, with the header. */
const MAX_SKIPPED_CHARS = 1024 * 1024;

/** Where the data of a file begins. */
export interface TableStart {
  /** The rows above the header, which are kept and not checked. */
  readonly skippedRows: readonly Row[];
  /** The number of rows above the first row of data, the header included. */
  readonly dataStart: number;
  readonly found: FoundColumn;
  /** How the cells of the phone column are read if `byRow` is null. */
  readonly reading: CellReading;
  /** How each row's phone is read by the country or the area that the row names. Null if no column names them. */
  readonly byRow: RowReadings | null;
  /** The country that most of the first rows name. */
  readonly usualCountry: CountryCode | undefined;
  readonly notes: readonly TaskNote[];
}

/** The number of rows that {@link findTableStart} needs. */
export function sampleRows({ headerRow }: FileReading): number {
  return isRowNumber(headerRow) ? SAMPLE_ROWS + headerRow - 1 : SAMPLE_ROWS;
}

/**
 * Finds the header of a file below titles and other lines, and its phone column, by its first rows: a header and a hundred rows below it
 * are enough. `submit` and `preview` read files by it. Codes: `header_row_not_found`, `column_not_found`, `invalid_country`,
 * `invalid_area_code`.
 */
export async function findTableStart(first: FirstRows, fileReading: FileReading = {}): Promise<TableStart> {
  const { headerRow } = fileReading;
  const reading = cellReading(fileReading);
  const { rows, rowNumbers } = first;
  const isNamed = headerRow !== undefined;
  let header = isNamed
    ? namedHeader(headerRow, first)
    : await foundHeader(rows.slice(0, SAMPLE_ROWS), reading);
  let table = rows.slice(header, header + SAMPLE_ROWS);
  let columns = await findColumns(table, reading, fileReading);
  if (!isNamed && rows.slice(0, header).some((row) => mayHoldPhone(row[columns.found.index] ?? ''))) {
    // Digits in the phone column may be a phone in another form than this reading accepts. Such rows are data.
    header = 0;
    table = rows.slice(0, SAMPLE_ROWS);
    columns = await findColumns(table, reading, fileReading);
  }
  const { byRow, found, usualCountry } = columns;
  return {
    skippedRows: rows.slice(0, header),
    dataStart: header + (isNamed ? 1 : found.dataStart),
    found: isNamed ? withNamedHeader(found, table[0] ?? []) : found,
    reading: readingOf(found, reading),
    byRow,
    usualCountry,
    notes: isNamed || header === 0 ? [] : [skippedNote(header, rowNumbers[header] ?? header + 1)],
  };
}

/** The number in the phone cell of each row. Cells without a number are counted in `unreadRows`. */
export function numbersIn(
  block: TableBlock,
  { byRow, found, reading }: TableStart,
  unreadRows: UnreadRows,
): (E164 | undefined)[] {
  const cells = block.cells(found.index);
  if (!found.holdsPhones) return cells.map(() => undefined);
  return cells.map((cell, row) => {
    const ofRow = byRow?.readingOf(block.row(row)) ?? reading;
    const read = readCell(cell, ofRow);
    if (isNumber(read)) return read;
    unreadRows.add(read, cell, ofRow);
    return undefined;
  });
}

/** The number in the phone cell of a row, or the reason why it holds none. Both are null where no column holds phones. */
export function phoneOf({ byRow, found, reading }: TableStart, row: Row): PhoneInCell {
  if (!found.holdsPhones) return { number: null, reason: null };
  return phoneInRead(readCell(row[found.index] ?? '', byRow?.readingOf(row) ?? reading));
}

/**
 * Whether a sheet that begins with these rows holds phones: it has a column for them, with at least one cell that has enough digits. Codes
 * as `findTableStart`.
 */
export async function holdsPhones(first: FirstRows, fileReading: FileReading): Promise<boolean> {
  const { dataStart, found } = await findTableStart(first, fileReading);
  const cells = first.rows.slice(dataStart).map((row) => row[found.index] ?? '');
  return found.holdsPhones && cells.some(mayHoldPhone);
}

/** A row that the caller names as the header is not data, even if it contains a phone. */
function withNamedHeader(found: FoundColumn, header: Row): FoundColumn {
  return { ...found, header, name: header[found.index] ?? '', dataStart: 1 };
}

async function foundHeader(rows: readonly Row[], reading: CellReading): Promise<number> {
  const index = await findHeaderRow(rows, reading);
  return hasRoom(rows.slice(0, index)) ? index : 0;
}

function namedHeader(headerRow: number, { rows, rowNumbers, areAll }: FirstRows): number {
  const index = rowNumbers.indexOf(headerRow);
  if (index !== -1 && hasRoom(rows.slice(0, index))) return index;
  // With many rows above the header, the sample may end before it.
  const isBelow = index !== -1 || (isRowNumber(headerRow) && headerRow > (rowNumbers.at(-1) ?? 0) && !areAll);
  const tooMuch = `above row ${headerRow} there are more than the ${MAX_SKIPPED_CHARS} characters that may stand above a header`;
  throw new DialproofError('header_row_not_found', {
    hint: isBelow ? tooMuch : whyNotFound(headerRow, rowNumbers),
  });
}

function whyNotFound(headerRow: number, rowNumbers: readonly number[]): string {
  if (!isRowNumber(headerRow)) {
    return `the header may be in rows 1 to ${MAX_HEADER_ROW}, not in row ${withoutNumbers(String(headerRow))}`;
  }
  const last = rowNumbers.at(-1) ?? 0;
  return headerRow > last
    ? `row ${headerRow} was named as the header, but the last row of the file is row ${last}`
    : `row ${headerRow} was named as the header, but it is empty; empty rows count`;
}

function isRowNumber(headerRow: number | undefined): headerRow is number {
  return (
    Number.isInteger(headerRow) && headerRow !== undefined && headerRow > 0 && headerRow <= MAX_HEADER_ROW
  );
}

function skippedNote(rows: number, headerRow: number): TaskNote {
  const above = rows === 1 ? 'the row above it was' : `the ${rows} rows above it were`;
  return {
    code: 'lines_skipped',
    hint: `row ${headerRow} is taken for the header; ${above} kept and not checked; header_row=NUMBER names another header`,
    values: [String(headerRow)],
  };
}

function hasRoom(skippedRows: readonly Row[]): boolean {
  let chars = 0;
  for (const row of skippedRows) for (const cell of row) chars += cell.length;
  return chars <= MAX_SKIPPED_CHARS;
}
