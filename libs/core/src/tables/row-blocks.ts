import { DialproofError } from '../model/errors.js';
import { CsvWriter } from './csv-writer.js';
import {
  BlockLines,
  type CellsRow,
  type LinesBlock,
  type PassedLine,
  type WrittenRow,
} from './passed-lines.js';
import type { Row } from './row.js';
import type { TableLimits } from './table-limits.js';

/**
 * Small, so that rows are released early: in blocks of 500 they outlive two collections of V8's young generation and stay until a full
 * one, which takes 50 MB more for a workbook of 100,000 rows. The additional calls cost nothing measurable.
 */
const MAX_BLOCK_ROWS = 100;
const MAX_BLOCK_CHARS = 256 * 1024;
/** Counted for each cell in addition to its characters: storing a block of 90,000 digits blocks the event loop for 40 ms. */
const CHARS_PER_CELL = 8;

/** Rows that follow one another. */
export interface TableBlock {
  readonly rows: readonly Row[];
  /** Where each of them is found in the file: counted from 1 as a spreadsheet shows them, with the empty ones. */
  readonly rowNumbers: readonly number[];
}

/** The same, for a reader that writes the rows as lines of a .csv result. */
export interface CellsBlock extends TableBlock {
  /** Of each row what {@link CellsRow} has as its line. */
  readonly lines: readonly (string | undefined)[];
}

export type AnyBlock = CellsBlock | LinesBlock;

/** The rows of a block as lines of a .csv result, each with its end. */
export function linesText({ lines, rows }: CellsBlock): Buffer {
  const writer = new CsvWriter();
  for (const [index, row] of rows.entries()) {
    const line = lines[index];
    if (line === undefined) writer.addRow(row);
    else writer.addLine(line);
  }
  return writer.take();
}

/**
 * Gathers rows into blocks and checks each row against the limits. Cells and characters bound a block too, so that wide rows do not
 * make it large.
 */
export class RowBlocks {
  readonly #limits: TableLimits;
  #full: AnyBlock[] = [];
  /** What the open block has: cells, until one column is kept alone. */
  #rows: Row[] = [];
  #rowNumbers: number[] = [];
  #rowLines: (string | undefined)[] = [];
  #lines: BlockLines | undefined;
  /** How many rows it has. */
  #open = 0;
  #chars = 0;
  #count = 0;
  #allChars = 0;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** The number of rows added so far. */
  get count(): number {
    return this.#count;
  }

  /** Adds a row. `rowNumber` is where people find it. Codes: `too_many_columns`, `cell_too_large`, `file_too_large`. */
  add(row: Row, rowNumber: number = this.#count + 1): void {
    this.addWritten({ cells: row, line: undefined }, rowNumber);
  }

  /** The same, of a row that may have a line of its own. */
  addWritten(written: CellsRow, rowNumber: number): void {
    const { cells: row, line } = written;
    this.#count += 1;
    if (row.length > this.#limits.maxColumns) throw tooManyColumns(rowNumber, this.#limits.maxColumns);
    let chars = 0;
    let longest = 0;
    for (const cell of row) {
      chars += cell.length;
      if (cell.length > longest) longest = cell.length;
    }
    if (longest > this.#limits.maxCellChars) throw this.#cellTooLarge(row, rowNumber);
    if (chars > this.#limits.maxRowChars) throw rowTooLarge(rowNumber, this.#limits.maxRowChars);
    this.#finishFull();
    if (this.#lines !== undefined) this.#lines.add(written, longest);
    else {
      this.#rows.push(row);
      this.#rowNumbers.push(rowNumber);
      this.#rowLines.push(line);
    }
    this.#added(chars, row.length, rowNumber);
  }

  /** The rows come in blocks of lines from now on, with the cell of this column. */
  keepOnly(column: number): void {
    if (this.#open > 0) this.#finishBlock();
    this.#lines = new BlockLines(column);
  }

  /** Adds a row within all limits but that of the file; one column is kept alone. Code: `file_too_large`. */
  pass(line: PassedLine, rowNumber: number): void {
    if (this.#lines === undefined) throw new TypeError('a line is passed before one column is kept alone');
    this.#count += 1;
    this.#finishFull();
    this.#lines.pass(line);
    this.#added(line.chars, line.cellCount, rowNumber);
  }

  /** Whether one column is kept alone. */
  get keepsLines(): boolean {
    return this.#lines !== undefined;
  }

  /** Where the next row can be written cell by cell. Undefined until one column is kept alone. */
  startLine(): BlockLines | undefined {
    this.#lines?.startRow();
    return this.#lines;
  }

  /** The cells of a row were written, within all limits but that of the file. Code: `file_too_large`. */
  endLine(row: WrittenRow, rowNumber: number): void {
    this.#count += 1;
    if (this.#isFull) this.#finishBlock(this.#lines?.takeBeforeRow());
    this.#lines?.endRow(row);
    this.#added(row.chars, row.cells, rowNumber);
  }

  /** Takes out the row that was added last, since more of it has come. One column was kept alone before it was added. */
  takeBack(): string[] {
    const row = this.#lines?.takeBack() ?? [];
    let chars = 0;
    for (const cell of row) chars += cell.length;
    this.#count -= 1;
    this.#open -= 1;
    this.#allChars -= chars;
    this.#chars -= chars + CHARS_PER_CELL * row.length;
    return row;
  }

  /** To be called before the reader of passed lines reads on. */
  copyPassed(): void {
    this.#lines?.copyPassed();
  }

  /** Whether a full block is to be taken out. */
  get hasFull(): boolean {
    return this.#full.length > 0;
  }

  /** Takes out the full blocks. */
  takeFull(): readonly AnyBlock[] {
    if (this.#full.length === 0) return NO_BLOCKS;
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Takes out all blocks, the last one as it is. */
  takeRest(): readonly AnyBlock[] {
    if (this.#open > 0) this.#finishBlock();
    return this.takeFull();
  }

  #added(chars: number, cells: number, rowNumber: number): void {
    this.#allChars += chars;
    if (this.#allChars > this.#limits.maxTableChars)
      throw tableTooLarge(rowNumber, this.#limits.maxTableChars);
    this.#chars += chars + CHARS_PER_CELL * cells;
    this.#open += 1;
  }

  get #isFull(): boolean {
    return this.#open >= MAX_BLOCK_ROWS || this.#chars >= MAX_BLOCK_CHARS;
  }

  /** Done before a row is added, so that the last one is still in the open block. */
  #finishFull(): void {
    if (this.#isFull) this.#finishBlock();
  }

  #finishBlock(lines = this.#lines?.take()): void {
    this.#full.push(lines ?? { rows: this.#rows, rowNumbers: this.#rowNumbers, lines: this.#rowLines });
    this.#rows = [];
    this.#rowNumbers = [];
    this.#rowLines = [];
    this.#open = 0;
    this.#chars = 0;
  }

  #cellTooLarge(row: Row, rowNumber: number): DialproofError {
    const { maxCellChars } = this.#limits;
    const column = row.findIndex((cell) => cell.length > maxCellChars);
    return new DialproofError('cell_too_large', {
      hint: `row ${rowNumber}, column ${column + 1} has more than the ${maxCellChars} characters that a cell may have`,
    });
  }
}

const NO_BLOCKS: readonly AnyBlock[] = [];

export function tooManyColumns(rowNumber: number, maxColumns: number): DialproofError {
  return new DialproofError('too_many_columns', {
    hint: `row ${rowNumber} has more than the ${maxColumns} columns that are allowed`,
  });
}

function tableTooLarge(rowNumber: number, maxTableChars: number): DialproofError {
  return new DialproofError('file_too_large', {
    hint: `up to row ${rowNumber}, the cells have more than the ${maxTableChars} characters that are allowed in a file`,
  });
}

export function rowTooLarge(rowNumber: number, maxRowChars: number): DialproofError {
  return new DialproofError('cell_too_large', {
    hint: `row ${rowNumber} has more than the ${maxRowChars} characters that a row may have`,
  });
}
