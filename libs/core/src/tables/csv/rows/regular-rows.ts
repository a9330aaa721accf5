import { CsvCellScanner } from '../../csv-cell-scanner.js';
import { CsvRowScanner } from '../../csv-row-scanner.js';
import { needsQuotes } from '../../csv-writer.js';
import type { CutRows } from './row-cutter.js';

/** A result has it in quotes. */
const MARK = '\ufeff';

/** csv-parse looks at a byte once it knows so many behind it. Rows end here at the same moment as there. */
const BYTES_AHEAD = 3;

/** Of a row with more quotes, which no program writes, all doubled ones would be replaced in one turn of the event loop. */
const MAX_ROW_QUOTES = 32 * 1024;

/** `split` takes its limit modulo 2^32. */
const MAX_ROW_CELLS = 2 ** 31;

const FIRST_BYTES = 32 * 1024;

/** Cuts UTF-8 into rows as long as it is regular, see {@link CsvRowScanner}, and gives the same ones as csv-parse. */
export class RegularRows {
  readonly #delimiter: string;
  readonly #isWithCommas: boolean;
  readonly #scanner: CsvRowScanner;
  /** The most cells that a row gets. */
  readonly #maxCells: number;
  /** The open row and the last piece: copies, since a piece's memory belongs to its sender. */
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  /** One array for all rows, see {@link addMixed}. */
  readonly #cells: string[] = [];

  /** The delimiter is one byte. Of a row with more cells than `maxColumns`, one more than that is given. */
  constructor(delimiter: string, maxColumns: number) {
    this.#delimiter = delimiter;
    this.#isWithCommas = delimiter === ',';
    this.#scanner = new CsvRowScanner(delimiter, MAX_ROW_QUOTES);
    this.#maxCells = Math.min(maxColumns, MAX_ROW_CELLS) + 1;
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

  /** Adds the rows that are known to end in what was given so far. Returns false if in doubt about the next one. */
  write(piece: Buffer, cut: CutRows): boolean {
    this.#append(piece);
    const bytes = this.#bytes.subarray(0, this.#length);
    return this.#scanner.scan(bytes, BYTES_AHEAD, (line, quotes, blankLines) => {
      cut.blankLines.push(blankLines);
      if (quotes === 0) this.#addPlain(line, cut);
      else if (!this.#addQuoted(line, quotes, cut)) this.#addMixed(line, cut);
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

  #addPlain(line: string, cut: CutRows): void {
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
    cut.cells.push(cells.slice());
    cut.lines.push(this.#isWithCommas && !line.includes(MARK) ? line : undefined);
  }

  /** Returns false if not every cell is in quotes, or one has quotes inside. */
  #addQuoted(line: string, quotes: number, cut: CutRows): boolean {
    if (!line.startsWith('"') || !line.endsWith('"')) return false;
    const cells = line.slice(1, -1).split(`"${this.#delimiter}"`, this.#maxCells);
    if (quotes !== 2 * cells.length) return false;
    cut.cells.push(cells);
    cut.lines.push(this.#isWithCommas && cells.every(needsQuotes) ? line : undefined);
    return true;
  }

  /** Adds a copy of one array: in the old space, where V8 may begin to make arrays, each would keep its cells until a full collection. */
  #addMixed(line: string, cut: CutRows): void {
    const cells = this.#cells;
    cells.length = 0;
    let isAsInResult = this.#isWithCommas;
    const scanner = new CsvCellScanner(line, this.#delimiter);
    while (cells.length < this.#maxCells && scanner.nextCell()) {
      const cell = scanner.cellText();
      isAsInResult &&= scanner.isQuoted === needsQuotes(cell);
      cells.push(cell);
    }
    cut.cells.push(cells.slice());
    cut.lines.push(isAsInResult ? line : undefined);
  }
}
