import { type RowBlocks, tooManyColumns } from '../row-blocks.js';
import { malformedWorkbook } from './package/zip-directory.js';

/** The most rows of a sheet, by the format. */
const MAX_SHEET_ROWS = 1_048_576;

/**
 * This many further empty elements with the same row number count as one row: a hundred thousand rows may have an element for each of 40
 * cells.
 */
const ELEMENTS_PER_ROW = 4;

/**
 * Gathers the cells of a sheet into rows. Row elements with the number of the last filled row belong to that row, since some writers give
 * each cell a row element of its own. So a row is complete only when the next one has begun.
 */
export class RowsInOrder {
  readonly #blocks: RowBlocks;
  readonly #maxColumns: number;
  /** The number of the row being read. */
  #number = 0;
  #rowsSeen = 0;
  #filledCells = 0;
  /** The number of filled rows when the current element began. */
  #filledBefore = 0;
  /** Whether the current element has the same number as the one before. */
  #isRepeated = false;
  /** The last row with a filled cell, which may continue. */
  #last: string[] = [];
  #lastNumber = 0;
  /** The cells of an element that begins a new row. */
  readonly #fresh: string[] = [];
  /** The row that takes the cells of the current element: `#last` or `#fresh`. */
  #row: string[] = this.#fresh;

  constructor(blocks: RowBlocks, maxColumns: number) {
    this.#blocks = blocks;
    this.#maxColumns = maxColumns;
  }

  /** The number of the row being read, or of the last one. 0 before the first. */
  get number(): number {
    return this.#number;
  }

  /** Begins a row element. `written` is its number, if it has one. Code: `malformed_file`. */
  start(written: string | undefined): void {
    const number = rowNumberOf(written);
    this.#isRepeated = number === this.#number;
    if (!this.#isRepeated) this.#countRows(1);
    this.#filledBefore = this.#filledCells;
    // A row without a number follows the one before it, and is never a part of it.
    this.#number = number ?? this.#number + 1;
    this.#row = number !== undefined && number === this.#lastNumber ? this.#last : this.#fresh;
    // Cells are left only if rows are nested. Setting the length of an empty array would take as long as reading a blank row.
    if (this.#fresh.length > 0) this.#fresh.length = 0;
  }

  /** Sets the text of a cell. Codes: `too_many_columns`, `malformed_file`. */
  fill(column: number, text: string): void {
    const row = this.#row;
    if (column < row.length) this.#refuseOtherText(row[column], text, column);
    if (text === '') return;
    if (column >= this.#maxColumns) throw tooManyColumns(this.#number, this.#maxColumns);
    while (row.length < column) row.push('');
    row[column] = text;
    this.#filledCells += 1;
  }

  /** Ends the row element. Codes: `malformed_file`, and those of the blocks for the row before. */
  end(): void {
    if (this.#isRepeated && this.#filledCells === this.#filledBefore) this.#countRows(1 / ELEMENTS_PER_ROW);
    if (this.#fresh.length === 0) return;
    // Excel does not open such a workbook, and sorting the rows would need all of them at once.
    if (this.#number <= this.#lastNumber) {
      throw malformedWorkbook(`has row ${this.#number} behind row ${this.#lastNumber} in a sheet`);
    }
    this.finish();
    this.#lastNumber = this.#number;
    // Copied, since V8 may allocate the arrays of this class in its old space, where each would keep its cells until a full collection.
    this.#last = this.#fresh.slice();
    this.#fresh.length = 0;
  }

  /** Completes the last row. Call it once, after all rows. Codes: those of the blocks. */
  finish(): void {
    if (this.#last.length > 0) this.#blocks.add(this.#last, this.#lastNumber);
    this.#last = [];
  }

  #countRows(rows: number): void {
    this.#rowsSeen += rows;
    if (this.#rowsSeen <= MAX_SHEET_ROWS) return;
    throw malformedWorkbook(`has more rows in a sheet than the ${MAX_SHEET_ROWS} that one can have`);
  }

  /** Refuses two texts for one cell. Other readers take the last one, but a wrong phone would be checked and charged. */
  #refuseOtherText(before: string | undefined, text: string, column: number): void {
    if (before === '' || before === text) return;
    throw malformedWorkbook(
      `has two different values in row ${this.#number}, column ${column + 1}: save it again with a spreadsheet program`,
    );
  }
}

/** Reads the number of a row. Undefined if it is not a whole number above 0. */
function rowNumberOf(r: string | undefined): number | undefined {
  const number = Number(r);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

const LETTER_A = 65;
/** More letters than any column has. A longer address is then too far right. */
const MAX_LETTERS = 6;

/** The column of an address such as `AB12`, from 0. */
export function columnOf(address: string | undefined): number | undefined {
  if (address === undefined) return undefined;
  let column = 0;
  for (let at = 0; at < MAX_LETTERS; at += 1) {
    const letter = address.charCodeAt(at) & ~32;
    if (!(letter >= LETTER_A && letter < LETTER_A + 26)) break;
    column = column * 26 + (letter - LETTER_A + 1);
  }
  return column === 0 ? undefined : column - 1;
}
