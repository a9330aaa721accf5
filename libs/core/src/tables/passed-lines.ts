import { csvCellEnd, csvCellText } from './csv-lines.js';
import { CsvWriter } from './csv-writer.js';
import type { Row } from './row.js';

/** A row as its cells. */
export interface CellsRow {
  readonly cells: Row;
  /** Its line in a .csv result if that is the one of the file, with its quotes. Undefined: the one that `CsvWriter` writes. */
  readonly line: string | undefined;
}

/** A row whose line in a .csv result is the one of the file, of which one cell was asked for. */
export interface PassedLine {
  /** Where it is, without its end: in memory of the reader, until that reads on. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly cellCount: number;
  /** UTF-16 units of all cells together. */
  readonly chars: number;
  /** The cell that was asked for, empty where the row has none. */
  readonly cell: string;
}

/** Rows that follow one another, as lines of a .csv result. */
export interface LinesBlock {
  /** In UTF-8, each with its end. */
  readonly text: Buffer;
  /** Of each row the cell that was asked for, empty where it has none. */
  readonly cells: readonly string[];
  /** How many cells each row has, 1 at least. */
  readonly cellCounts: readonly number[];
  /** UTF-16 units of the longest cell among the rows that were read as cells. The others have no cell of more than 16 Ki. */
  readonly longestCell: number;
}

const LINE_FEED = 10;

/** What is known of a row whose cells were written one by one. */
export interface WrittenRow {
  /** How many cells it has, 1 at least. */
  readonly cells: number;
  /** UTF-16 units of all cells together, and of the longest one. */
  readonly chars: number;
  readonly longestCell: number;
  /** The cell that was asked for, empty where the row has none. */
  readonly keptCell: string;
}

/** Writes the rows of one block after the other as lines, as they come. */
export class BlockLines {
  /** The column that is asked for, from 0. */
  readonly column: number;
  /** Where the cells of a row are written one by one. */
  readonly writer = new CsvWriter();
  /** Where the row begins that is being written, and the last one that was. */
  #rowStart = 0;
  #lastStart = 0;
  /** Lines that follow one another in a reader's memory are copied at once. */
  #run: { readonly bytes: Buffer; readonly start: number; end: number } | undefined;
  #cells: string[] = [];
  #cellCounts: number[] = [];
  #longestCell = 0;

  constructor(column: number) {
    this.column = column;
  }

  /** `longestCell`: the UTF-16 units of the longest cell of the row. */
  add({ cells, line }: CellsRow, longestCell: number): void {
    this.startRow();
    if (line === undefined) this.writer.addRow(cells);
    else this.writer.addLine(line);
    this.#count(cells[this.column] ?? '', Math.max(1, cells.length), longestCell);
  }

  /** The cells of a row are written from now on, one at least. */
  startRow(): void {
    this.copyPassed();
    this.#rowStart = this.writer.length;
  }

  endRow({ cells, keptCell, longestCell }: WrittenRow): void {
    this.writer.endRow();
    this.#count(keptCell, cells, longestCell);
  }

  /** Takes out the rows before the one that is being written. */
  takeBeforeRow(): LinesBlock {
    const text = this.writer.takeBefore(this.#rowStart);
    this.#rowStart = 0;
    return this.#blockOf(text);
  }

  /** What was written of the row is taken out again. */
  dropRow(): void {
    this.writer.dropFrom(this.#rowStart);
  }

  /** Takes the last row out again, which was not passed. Halves of surrogate pairs are U+FFFD in it. */
  takeBack(): string[] {
    const line = this.writer.writtenFrom(this.#lastStart);
    const row: string[] = [];
    for (let start = 0; start < line.length; ) {
      const end = csvCellEnd(line, start);
      row.push(csvCellText(line, start, end));
      start = end + 1;
    }
    this.writer.dropFrom(this.#lastStart);
    this.#cells.pop();
    this.#cellCounts.pop();
    return row;
  }

  pass({ bytes, start, end, cell, cellCount }: PassedLine): void {
    const run = this.#run;
    if (run?.bytes === bytes && run.end + 1 === start && bytes[run.end] === LINE_FEED) run.end = end;
    else {
      this.copyPassed();
      this.#run = { bytes, start, end };
    }
    this.#cells.push(cell);
    this.#cellCounts.push(cellCount);
  }

  /** Copies what is still in a reader's memory. */
  copyPassed(): void {
    if (this.#run === undefined) return;
    this.writer.addLines(this.#run.bytes, this.#run.start, this.#run.end);
    this.#run = undefined;
  }

  /** Takes out the rows. */
  take(): LinesBlock {
    this.copyPassed();
    return this.#blockOf(this.writer.take());
  }

  #blockOf(text: Buffer): LinesBlock {
    const block = {
      text,
      cells: this.#cells,
      cellCounts: this.#cellCounts,
      longestCell: this.#longestCell,
    };
    this.#cells = [];
    this.#cellCounts = [];
    this.#longestCell = 0;
    return block;
  }

  #count(cell: string, cellCount: number, longestCell: number): void {
    this.#lastStart = this.#rowStart;
    this.#cells.push(cell);
    this.#cellCounts.push(cellCount);
    this.#longestCell = Math.max(this.#longestCell, longestCell);
  }
}
