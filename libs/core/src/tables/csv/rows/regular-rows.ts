import { CsvCellScanner } from '../../csv-cell-scanner.js';
import { withoutDoubled } from '../../csv-lines.js';
import { CsvRowScanner, type FoundRow } from '../../csv-row-scanner.js';
import type { Row } from '../../row.js';
import type { TableLimits } from '../../table-limits.js';
import type { CutRows } from './row-cutter.js';

/** csv-parse looks at a byte once it knows so many behind it. Rows end here at the same moment as there. */
const BYTES_AHEAD = 3;

/** `split` takes its limit modulo 2^32. */
const MAX_ROW_CELLS = 2 ** 31;

/** A longer line may have a cell that is too long for a workbook. It is rare enough to be cut into its cells. */
const MAX_PASSED_BYTES = 16 * 1024;

const FIRST_BYTES = 32 * 1024;

const QUOTE = 34;

export type RegularRowsLimits = Pick<TableLimits, 'maxColumns' | 'maxCsvCellChars' | 'maxRowChars'>;

/** Cuts UTF-8 into rows as long as it is regular, see {@link CsvRowScanner}, and gives the same ones as csv-parse. */
export class RegularRows {
  readonly #delimiter: string;
  readonly #isWithCommas: boolean;
  readonly #scanner: CsvRowScanner;
  /** The most cells that a row gets. */
  readonly #maxCells: number;
  /** No cell of a line with so many bytes is too long. */
  readonly #maxPassedBytes: number;
  #passesLines = false;
  /** The open row and the last piece: copies, since a piece's memory belongs to its sender. */
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  /** One array for all rows, see {@link #mixedCells}. */
  readonly #cells: string[] = [];

  /** The delimiter is one byte. Of a row with more cells than `maxColumns`, one more than that is given. */
  constructor(delimiter: string, { maxColumns, maxCsvCellChars, maxRowChars }: RegularRowsLimits) {
    this.#delimiter = delimiter;
    this.#isWithCommas = delimiter === ',';
    this.#scanner = new CsvRowScanner(delimiter);
    this.#maxCells = Math.min(maxColumns, MAX_ROW_CELLS) + 1;
    this.#maxPassedBytes = Math.min(MAX_PASSED_BYTES, maxCsvCellChars, maxRowChars);
  }

  get blankLines(): number {
    return this.#scanner.blankLines;
  }

  get lineEnds(): number {
    return this.#scanner.lineEnds;
  }

  /** What belongs to no row yet. */
  get rest(): Buffer {
    return this.#bytes.subarray(this.#scanner.openRow, this.#length);
  }

  /** Lines that a result has as they are come whole from now on, with the one cell of this column. */
  keepOnly(column: number): void {
    this.#passesLines = this.#isWithCommas;
    this.#scanner.want(column);
  }

  /** Adds the rows that are known to end in what was given so far. Returns false if in doubt about the next one. */
  write(piece: Buffer, cut: CutRows): boolean {
    this.#append(piece);
    const bytes = this.#bytes.subarray(0, this.#length);
    return this.#scanner.scan(bytes, BYTES_AHEAD, (found) => {
      cut.blankLines.push(found.blankLines);
      if (this.#isPassed(found)) this.#pass(bytes, found, cut);
      else this.#addCells(bytes, found, cut);
    });
  }

  /** Drops the rows that were cut. Room is doubled, so that a long row is not copied for each of many small pieces. */
  #append(piece: Buffer): void {
    const { rest } = this;
    const length = rest.length + piece.length;
    const hasRoom = length <= this.#bytes.length;
    const bytes = hasRoom ? this.#bytes : Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length));
    if (!hasRoom || this.#scanner.openRow > 0) rest.copy(bytes);
    piece.copy(bytes, rest.length);
    this.#bytes = bytes;
    this.#length = length;
  }

  #isPassed({ cells, end, isAsInResult, start }: FoundRow): boolean {
    const isShort = end - start <= this.#maxPassedBytes && cells < this.#maxCells;
    return this.#passesLines && isAsInResult && isShort;
  }

  #pass(bytes: Buffer, found: FoundRow, cut: CutRows): void {
    const { cells, chars, end, isAscii, start, wantedEnd, wantedStart } = found;
    const isQuoted = bytes[wantedStart] === QUOTE && wantedEnd > wantedStart;
    const cell = isQuoted
      ? withoutDoubled(textOf(bytes, wantedStart + 1, wantedEnd - 1, isAscii))
      : textOf(bytes, wantedStart, wantedEnd, isAscii);
    cut.rows.push({ bytes, start, end, cellCount: cells, chars, cell });
  }

  #addCells(bytes: Buffer, found: FoundRow, cut: CutRows): void {
    const { end, isAscii, isAsInResult, quotes, start } = found;
    const line = textOf(bytes, start, end, isAscii);
    if (quotes === 0) cut.rows.push({ cells: this.#plainCells(line), line: undefined });
    else {
      const cells = this.#quotedCells(line, quotes) ?? this.#mixedCells(line);
      cut.rows.push({ cells, line: this.#isWithCommas && isAsInResult ? line : undefined });
    }
  }

  #plainCells(line: string): Row {
    const delimiter = this.#delimiter;
    const cells = this.#cells;
    cells.length = 0;
    let start = 0;
    let end = line.indexOf(delimiter);
    for (; end !== -1 && cells.length < this.#maxCells; end = line.indexOf(delimiter, start)) {
      cells.push(line.slice(start, end));
      start = end + 1;
    }
    if (cells.length < this.#maxCells) cells.push(line.slice(start));
    return cells.slice();
  }

  /** Returns undefined if not every cell is in quotes, or one has quotes inside. */
  #quotedCells(line: string, quotes: number): Row | undefined {
    if (!line.startsWith('"') || !line.endsWith('"')) return undefined;
    const cells = line.slice(1, -1).split(`"${this.#delimiter}"`, this.#maxCells);
    return quotes === 2 * cells.length ? cells : undefined;
  }

  /** A copy of one array: in the old space, where V8 may begin to make arrays, each would keep its cells until a full collection. */
  #mixedCells(line: string): Row {
    const cells = this.#cells;
    cells.length = 0;
    const scanner = new CsvCellScanner(line, this.#delimiter);
    while (cells.length < this.#maxCells && scanner.nextCell()) cells.push(scanner.cellText());
    return cells.slice();
  }
}

/** Latin 1 is the same for ASCII, and faster. */
function textOf(bytes: Buffer, start: number, end: number, isAscii: boolean): string {
  return bytes.toString(isAscii ? 'latin1' : 'utf8', start, end);
}
