import { csvCellEnd, csvCellText } from './csv-lines.js';

/** One data or header row, its cells as text. */
export type Row = readonly string[];

/** The parts of a {@link TableBlock}: the text, and arrays of the same length. */
interface BlockParts {
  readonly text: Buffer;
  readonly lineStarts: readonly number[];
  readonly cellCounts: readonly number[];
  readonly rowNumbers: readonly number[];
  readonly hasLongCell: boolean;
}

/** Rows that follow one another. They are kept as the lines of a .csv result, and cells are cut out when they are asked for. */
export class TableBlock {
  /** The lines in UTF-8, each with its line end. */
  readonly text: Buffer;
  /** The number of cells of each row, at least 1. */
  readonly cellCounts: readonly number[];
  /** The number of each row in the file, counted from 1 with the empty rows, as a spreadsheet shows them. */
  readonly rowNumbers: readonly number[];
  /** Whether a cell has more characters than one of a workbook may have. */
  readonly hasLongCell: boolean;
  readonly #lineStarts: readonly number[];

  constructor({ cellCounts, lineStarts, hasLongCell, rowNumbers, text }: BlockParts) {
    this.text = text;
    this.cellCounts = cellCounts;
    this.rowNumbers = rowNumbers;
    this.hasLongCell = hasLongCell;
    this.#lineStarts = lineStarts;
  }

  /** How many rows it has. */
  get count(): number {
    return this.cellCounts.length;
  }

  /** The cells of one column, one for each row. Columns count from 0. A row that is too short has an empty one. */
  cells(column: number): string[] {
    const cells: string[] = [];
    for (let row = 0; row < this.count; row += 1) {
      cells.push(column < (this.cellCounts[row] ?? 0) ? this.#cell(row, column) : '');
    }
    return cells;
  }

  /** All cells, row by row. They are cut out anew at each call. */
  rows(): Row[] {
    return Array.from(this.cellCounts, (_, row) => this.row(row));
  }

  row(row: number): Row {
    const { text } = this;
    const cells: string[] = [];
    let start = this.#lineStarts[row] ?? 0;
    for (let cell = 0; cell < (this.cellCounts[row] ?? 0); cell += 1) {
      const end = csvCellEnd(text, start);
      cells.push(csvCellText(text, start, end));
      start = end + 1;
    }
    return cells;
  }

  /** The rows from this one on. */
  from(row: number): TableBlock {
    const start = this.#lineStarts[row] ?? this.text.length;
    return new TableBlock({
      text: this.text.subarray(start),
      lineStarts: this.#lineStarts.slice(row).map((lineStart) => lineStart - start),
      cellCounts: this.cellCounts.slice(row),
      rowNumbers: this.rowNumbers.slice(row),
      hasLongCell: this.hasLongCell,
    });
  }

  #cell(row: number, column: number): string {
    const { text } = this;
    let start = this.#lineStarts[row] ?? 0;
    for (let at = 0; at < column; at += 1) start = csvCellEnd(text, start) + 1;
    return csvCellText(text, start, csvCellEnd(text, start));
  }
}
