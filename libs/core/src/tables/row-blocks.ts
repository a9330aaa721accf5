import { DialproofError } from '../model/errors.js';
import { CsvWriter } from './csv-writer.js';
import { type Row, TableBlock } from './table-block.js';
import { SHEET_LIMITS, type TableLimits } from './table-limits.js';

/**
 * The most rows of a block. Blocks are small, so that their rows are released early: in blocks of 500 they survive two collections of V8's
 * young generation and stay until a full one, which takes 50 MB more for a workbook of 100,000 rows. The additional calls cost nothing
 * measurable.
 */
const MAX_BLOCK_ROWS = 100;
const MAX_BLOCK_CHARS = 256 * 1024;
/** Counted for each cell in addition to its characters: storing a block of 90,000 digits blocks the event loop for 40 ms. */
const CHARS_PER_CELL = 8;

const LINE_FEED = 10;

/** A row that already is its line in a .csv result. */
export interface WrittenLine {
  /** The bytes that have the line. `start` and `end` are its offsets, without its line end. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly cells: number;
  /** Whether a cell is too long for a workbook. */
  readonly hasLongCell: boolean;
}

/**
 * Gathers rows into blocks and checks each row against the limits. Cells and characters bound a block too, so that wide rows do not
 * make it large.
 */
export class RowBlocks {
  readonly #limits: TableLimits;
  readonly #unit: SizeUnit;
  #full: TableBlock[] = [];
  // The open block.
  readonly #writer = new CsvWriter();
  #lineStarts: number[] = [];
  #cellCounts: number[] = [];
  #rowNumbers: number[] = [];
  #hasLongCell = false;
  #chars = 0;
  /** The lines that are not copied yet. Adjacent lines are copied together. */
  #run: { readonly bytes: Buffer; readonly start: number; end: number } | undefined;
  #count = 0;
  #allChars = 0;

  /** `unit`: the unit in which rows count against the limit of the file. */
  constructor(limits: TableLimits, unit: SizeUnit = 'characters') {
    this.#limits = limits;
    this.#unit = unit;
  }

  /** The number of rows added so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds a row. `rowNumber`: its number in hints. `size`: its size for the limit of the file, by default its characters. Codes:
   * `too_many_columns`, `cell_too_large`, `file_too_large`.
   */
  add(row: Row, rowNumber: number = this.#count + 1, size?: number): void {
    if (row.length > this.#limits.maxColumns) throw tooManyColumns(rowNumber, this.#limits.maxColumns);
    let chars = 0;
    let longest = 0;
    for (const [column, cell] of row.entries()) {
      chars += cell.length;
      if (cell.length > this.#limits.maxCellChars)
        throw cellTooLarge(rowNumber, column, this.#limits.maxCellChars);
      if (cell.length > longest) longest = cell.length;
    }
    if (chars > this.#limits.maxRowChars) throw rowTooLarge(rowNumber, this.#limits.maxRowChars);
    this.copyLines();
    this.#begin(Math.max(1, row.length), size ?? chars, rowNumber);
    this.#lineStarts.push(this.#writer.length);
    this.#writer.addRow(row);
    this.#hasLongCell ||= longest > SHEET_LIMITS.cellChars;
  }

  /**
   * Adds a row whose caller has checked all limits but that of the file. `bytes` must stay unchanged until `copyLines`. Code:
   * `file_too_large`.
   */
  addLine({ bytes, cells, end, hasLongCell, start }: WrittenLine, rowNumber: number): void {
    this.#begin(cells, end - start, rowNumber);
    this.#hasLongCell ||= hasLongCell;
    const run = this.#run;
    if (run?.bytes === bytes && run.end + 1 === start && bytes[run.end] === LINE_FEED) {
      this.#lineStarts.push(this.#writer.length + start - run.start);
      run.end = end;
      return;
    }
    this.copyLines();
    this.#lineStarts.push(this.#writer.length);
    this.#run = { bytes, start, end };
  }

  /** Copies the lines that are still in their reader's memory. */
  copyLines(): void {
    if (this.#run === undefined) return;
    this.#writer.addLines(this.#run.bytes, this.#run.start, this.#run.end);
    this.#run = undefined;
  }

  /** Whether `takeFull` has a block to give. */
  get hasFull(): boolean {
    return this.#full.length > 0;
  }

  /** Takes out the full blocks. */
  takeFull(): readonly TableBlock[] {
    if (this.#full.length === 0) return NO_BLOCKS;
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Takes out all blocks, the last one as it is. */
  takeRest(): readonly TableBlock[] {
    if (this.#cellCounts.length > 0) this.#finishBlock();
    return this.takeFull();
  }

  /** Counts the row towards the open block. A full block is finished first. */
  #begin(cells: number, chars: number, rowNumber: number): void {
    this.#count += 1;
    this.#allChars += chars;
    if (this.#allChars > this.#limits.maxTableChars)
      throw tableTooLarge(rowNumber, this.#limits.maxTableChars, this.#unit);
    const isFull = this.#cellCounts.length >= MAX_BLOCK_ROWS || this.#chars >= MAX_BLOCK_CHARS;
    if (isFull) this.#finishBlock();
    this.#chars += chars + CHARS_PER_CELL * cells;
    this.#cellCounts.push(cells);
    this.#rowNumbers.push(rowNumber);
  }

  #finishBlock(): void {
    this.copyLines();
    this.#full.push(
      new TableBlock({
        text: this.#writer.take(),
        lineStarts: this.#lineStarts,
        cellCounts: this.#cellCounts,
        rowNumbers: this.#rowNumbers,
        hasLongCell: this.#hasLongCell,
      }),
    );
    this.#lineStarts = [];
    this.#cellCounts = [];
    this.#rowNumbers = [];
    this.#hasLongCell = false;
    this.#chars = 0;
  }
}

/** A .csv is measured in bytes of UTF-8, a workbook in the characters of its cells. */
type SizeUnit = 'bytes' | 'characters';

const NO_BLOCKS: readonly TableBlock[] = [];

export function tooManyColumns(rowNumber: number, maxColumns: number): DialproofError {
  return new DialproofError('too_many_columns', {
    hint: `row ${rowNumber} has more than the ${maxColumns} columns that are allowed`,
    row: rowNumber,
  });
}

function tableTooLarge(rowNumber: number, most: number, unit: SizeUnit): DialproofError {
  return new DialproofError('file_too_large', {
    hint: `up to row ${rowNumber}, the cells have more than the ${most} ${unit} that are allowed in a file`,
  });
}

export function cellTooLarge(rowNumber: number, column: number, maxCellChars: number): DialproofError {
  return new DialproofError('cell_too_large', {
    hint: `row ${rowNumber}, column ${column + 1} has more than the ${maxCellChars} characters that a cell may have`,
    row: rowNumber,
  });
}

export function rowTooLarge(rowNumber: number, most: number, unit: SizeUnit = 'characters'): DialproofError {
  return new DialproofError('cell_too_large', {
    hint: `row ${rowNumber} has more than the ${most} ${unit} that a row may have`,
    row: rowNumber,
  });
}
