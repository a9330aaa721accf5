import { DialproofError } from '../../model/errors.js';
import { cellTooLarge, type RowBlocks, rowTooLarge, tooManyColumns } from '../row-blocks.js';
import { SHEET_LIMITS, type TableLimits } from '../table-limits.js';
import { CsvScanner, type QuoteFault } from './csv-scanner.js';

const COMMA = 44;
const DOS_END = 0x1a;

/**
 * A line of at most this many bytes has no cell that is too long for the limits or for a workbook. Only cells of longer lines are measured.
 */
const SHORT_LINE_BYTES = 16 * 1024;

/** One character more than a cell of a workbook may have. */
const LONG_CELL_CHARS = SHEET_LIMITS.cellChars + 1;
/** A cell with more bytes than this has at least that many characters: a character takes three bytes at most, and the quotes take two. */
const LONG_CELL_BYTES = 3 * LONG_CELL_CHARS + 2;

/** The scanner reads at most this many bytes behind a row. */
const BYTES_BEHIND_ROW = 16;

const FIRST_BYTES = 32 * 1024;

/**
 * The most that is read in one turn of the event loop, unless a row is longer. Short rows behind a long row may add as many bytes again.
 */
const MAX_BYTES_A_TURN = 32 * 1024;

/** Adds the rows of a .csv, given in UTF-8 piece by piece, to blocks. */
export class CsvRows {
  readonly #scanner: CsvScanner;
  readonly #blocks: RowBlocks;
  readonly #limits: TableLimits;
  readonly #shortLineBytes: number;
  /** Whether the lines of a result have other delimiters. */
  readonly #isTranslated: boolean;
  /** The bytes that belong to no row yet, with the last piece. They are copies, since a piece's memory belongs to its sender. */
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  /** The offset in `#bytes` at which the open row begins. */
  #openRow = 0;
  /** How many bytes the open row had when the scanner last found no end of it. */
  #tried = 0;
  #blankLines = 0;
  /** Line ends above the open row. */
  #lineEnds = 0;
  #lastRowNumber = 0;

  constructor(delimiter: string, blocks: RowBlocks, limits: TableLimits) {
    this.#scanner = new CsvScanner(delimiter);
    this.#blocks = blocks;
    this.#limits = limits;
    this.#shortLineBytes = Math.min(SHORT_LINE_BYTES, limits.maxCellChars);
    this.#isTranslated = delimiter !== ',';
  }

  /** The number of the last added row, blank lines counted; 0 if there is none. */
  get lastRowNumber(): number {
    return this.#lastRowNumber;
  }

  /**
   * Takes the next bytes, and drops the rows that were added. Call it only after `add` has returned false. The buffer grows by doubling, so
   * that a long row in small pieces is copied only a few times.
   */
  write(piece: Buffer): void {
    const open = this.#bytes.subarray(this.#openRow, this.#length);
    const length = open.length + piece.length;
    const hasRoom = length <= this.#bytes.length;
    const bytes = hasRoom ? this.#bytes : Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length));
    if (!hasRoom || this.#openRow > 0) open.copy(bytes);
    piece.copy(bytes, open.length);
    this.#bytes = bytes;
    this.#length = length;
    this.#openRow = 0;
  }

  /** Drops the byte with which DOS ended a text file, and which old programs still write: it belongs to no cell. */
  dropDosEnd(): void {
    if (this.#openBytes > 0 && this.#bytes[this.#length - 1] === DOS_END) this.#length -= 1;
  }

  /**
   * Adds the rows that have ended, as many as fit one turn of the event loop, and returns whether there are more. `due`: a long open row is
   * tried again only once it has doubled. `now`: it is tried at once. `last`: no bytes follow, and the open row ends with them. Codes:
   * `malformed_file`, `too_many_columns`, `cell_too_large`, `file_too_large`.
   */
  add(when: 'due' | 'now' | 'last'): boolean {
    const isTooLong = () => this.#openBytes > this.#limits.maxRowChars + BYTES_BEHIND_ROW;
    // A long row is read again from its start each time its length has doubled, so that no state is kept within a row.
    const isDue = when !== 'due' || this.#openBytes >= 2 * this.#tried || isTooLong();
    if (isDue && this.#addRows(when === 'last')) return true;
    if (isTooLong()) throw this.#tooLong(this.#bytes, this.#openRow);
    return false;
  }

  /** The number of the open row. */
  get #nextRowNumber(): number {
    return this.#blocks.count + this.#blankLines + 1;
  }

  get #openBytes(): number {
    return this.#length - this.#openRow;
  }

  /** Adds the ended rows of one turn. Returns whether further rows are left for the next turn. */
  #addRows(isLast: boolean): boolean {
    const bytes = this.#bytes.subarray(0, this.#length);
    const scanner = this.#scanner;
    const stop = Math.min(this.#length, this.#openRow + MAX_BYTES_A_TURN);
    while (this.#openRow < stop && scanner.read(bytes, this.#openRow, isLast)) {
      if (scanner.start === scanner.end) this.#blankLines += 1;
      else this.#addRow(bytes);
      this.#openRow = scanner.next;
      this.#lineEnds += scanner.lineEnds;
    }
    this.#blocks.copyLines();
    const isStopped = this.#openRow >= stop && this.#openRow < this.#length;
    this.#tried = isStopped ? 0 : this.#openBytes;
    return isStopped;
  }

  #addRow(bytes: Buffer): void {
    const { cells, end, fault, isAsInResult, start } = this.#scanner;
    const { maxColumns, maxRowChars } = this.#limits;
    const rowNumber = this.#nextRowNumber;
    if (end - start > maxRowChars) throw this.#tooLong(bytes, start);
    if (fault !== undefined) throw this.#malformed(fault);
    if (cells > maxColumns) throw tooManyColumns(rowNumber, maxColumns);
    this.#lastRowNumber = rowNumber;
    if (!isAsInResult) {
      this.#blocks.add(this.#cellTexts(bytes), rowNumber, end - start);
      return;
    }
    const hasLongCell = end - start > this.#shortLineBytes && this.#measureCells(bytes, rowNumber);
    if (this.#isTranslated) this.#translate(bytes);
    this.#blocks.addLine({ bytes, start, end, cells, hasLongCell }, rowNumber);
  }

  /**
   * Whether a cell is too long for a workbook. Code: `cell_too_large`, for a cell beyond the limits. Most long cells are measured in bytes
   * alone, since decoding them takes longer than reading them.
   */
  #measureCells(bytes: Buffer, rowNumber: number): boolean {
    const scanner = this.#scanner;
    const { maxCellChars } = this.#limits;
    let hasLongCell = false;
    for (let cell = 0; cell < scanner.cells; cell += 1) {
      const size = scanner.cellEnd(cell) - scanner.cellStart(cell);
      if (size <= LONG_CELL_CHARS - 1 && size <= maxCellChars) continue;
      const isSurelyLong = size > LONG_CELL_BYTES && size <= maxCellChars;
      const chars = isSurelyLong ? LONG_CELL_CHARS : scanner.cellText(bytes, cell).length;
      if (chars > maxCellChars) throw cellTooLarge(rowNumber, cell, maxCellChars);
      hasLongCell ||= chars >= LONG_CELL_CHARS;
    }
    return hasLongCell;
  }

  #cellTexts(bytes: Buffer): string[] {
    const scanner = this.#scanner;
    return Array.from({ length: scanner.cells }, (_, cell) => scanner.cellText(bytes, cell));
  }

  /** Replaces the delimiters of the row by commas, in our own copy. */
  #translate(bytes: Buffer): void {
    const scanner = this.#scanner;
    for (let cell = 0; cell < scanner.cells - 1; cell += 1) bytes[scanner.cellEnd(cell)] = COMMA;
  }

  /**
   * The refusal of a row with too many bytes. The row is judged as if it ended there: wrong quotes or too many columns are named first.
   */
  #tooLong(bytes: Buffer, start: number): DialproofError {
    const { maxColumns, maxRowChars } = this.#limits;
    this.#scanner.read(bytes.subarray(0, start + maxRowChars), start, true);
    const { cells, fault } = this.#scanner;
    if (fault !== undefined)
      return this.#malformed(fault, `is not closed within the ${maxRowChars} bytes that a row may have`);
    return cells > maxColumns
      ? tooManyColumns(this.#nextRowNumber, maxColumns)
      : rowTooLarge(this.#nextRowNumber, maxRowChars, 'bytes');
  }

  #malformed(fault: QuoteFault, unclosed = 'is never closed'): DialproofError {
    const row = this.#nextRowNumber;
    const hint =
      fault === 'unclosed'
        ? `a quote that is opened in row ${row}, which begins in line ${this.#lineEnds + 1}, ${unclosed}`
        : `a quote that is opened in row ${row} runs on to a quote on a later line`;
    return new DialproofError('malformed_file', { hint, row });
  }
}
