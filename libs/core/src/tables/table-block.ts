const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;

// These functions take lines of a result: quotes surround whole cells, also some that need none, and are doubled inside them.

/** The offset of the end of the line that begins at `start`. Throws RangeError if the line has no end. */
export function csvLineEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (let isInQuotes = false; bytes[at] !== LINE_FEED || isInQuotes; at += 1) {
    if (bytes[at] === QUOTE) isInQuotes = !isInQuotes;
    else if (at >= bytes.length) throw unended(start);
  }
  return at;
}

/**
 * Copies the line that begins at `start` to an offset in other bytes, and returns where the line ends. One loop takes less time than two.
 * Throws RangeError if the line has no end.
 */
export function copyCsvLine(bytes: Buffer, start: number, to: Uint8Array, offset: number): number {
  const shift = offset - start;
  let at = start;
  for (let isInQuotes = false; bytes[at] !== LINE_FEED || isInQuotes; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) throw unended(start);
    if (byte === QUOTE) isInQuotes = !isInQuotes;
    to[at + shift] = byte;
  }
  return at;
}

/** The offset of the comma or line end behind the cell that begins at `start`. Throws RangeError if there is none. */
export function csvCellEnd(bytes: Buffer, start: number): number {
  let isInQuotes = false;
  for (let at = start; ; at += 1) {
    // Loads each byte once, since this loop reads half of a file.
    const byte = bytes[at];
    if (byte === QUOTE) isInQuotes = !isInQuotes;
    else if ((byte === COMMA || byte === LINE_FEED) && !isInQuotes) return at;
    else if (byte === undefined) throw unended(start);
  }
}

/** The text of a cell in quotes, where each quote is doubled. `replace` takes four times as long for a cell of a million quotes. */
export function withoutDoubled(text: string): string {
  return text.includes('""') ? text.split('""').join('"') : text;
}

/** The text of a cell. */
export function csvCellText(bytes: Buffer, start: number, end: number): string {
  return bytes[start] === QUOTE && end > start
    ? withoutDoubled(bytes.toString('utf8', start + 1, end - 1))
    : bytes.toString('utf8', start, end);
}

/** Splits bytes into their lines, one a row, without their ends. */
export function splitCsvLines(bytes: Buffer): string[] {
  // Every line has an end, so nothing follows the last one.
  if (!bytes.includes(QUOTE)) return bytes.toString().split('\n').slice(0, -1);
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = csvLineEnd(bytes, start);
    lines.push(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  return lines;
}

function unended(start: number): RangeError {
  return new RangeError(`the line or cell at byte ${start} of a block does not end`);
}

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

/** Rows that follow one another. They are stored as the lines of a .csv result, and cells are cut out on demand. */
export class TableBlock {
  /** The lines in UTF-8, each with its line end. */
  readonly text: Buffer;
  /** The number of cells of each row, at least 1. */
  readonly cellCounts: readonly number[];
  /** The number of each row in the file, counted from 1 with the empty rows, as a spreadsheet shows them. */
  readonly rowNumbers: readonly number[];
  /** Whether a cell is too long for a workbook. */
  readonly hasLongCell: boolean;
  readonly #lineStarts: readonly number[];

  constructor({ cellCounts, lineStarts, hasLongCell, rowNumbers, text }: BlockParts) {
    this.text = text;
    this.cellCounts = cellCounts;
    this.rowNumbers = rowNumbers;
    this.hasLongCell = hasLongCell;
    this.#lineStarts = lineStarts;
  }

  /** The number of rows. */
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
