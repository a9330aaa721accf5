import { Parser } from 'csv-parse';
import { DialproofError } from '../../model/errors.js';
import type { Row } from '../row.js';
import { type RowBlocks, rowTooLarge } from '../row-blocks.js';
import type { TableLimits } from '../table-limits.js';
import { OpenRow } from './open-row.js';
import { writtenCells } from './written-cells.js';

/**
 * csv-parse that gathers its rows in an array. Pushed into an object stream, as usual, every row would have to be awaited.
 */
class GatheringParser extends Parser {
  rows: Row[] = [];
  /** Where in the file the last row ended, in bytes. */
  lastRowEnd = 0;
  /** Rows with a cell that may have been misread, see {@link isSuspect}: their index in `rows` and their place in the file. */
  suspects: { readonly index: number; readonly start: number; readonly end: number }[] = [];
  /** The line on which the last row ended, and how many blank lines stand above that row. */
  lastRowLine = 0;
  #blankLinesAboveLast = 0;
  /** For each of `rows`, how many blank lines stand above it in the file. */
  blankLines: number[] = [];

  override push(row: string[] | null): boolean {
    if (row === null) return super.push(null);
    const end = this.info.bytes;
    if (row.some(isSuspect)) this.suspects.push({ index: this.rows.length, start: this.lastRowEnd, end });
    this.rows.push(row.slice());
    this.blankLines.push(this.info.empty_lines);
    // V8 may begin to allocate csv-parse's arrays in its old space, where each would keep its cells until a full collection: 30 MB in
    // every third file of 100,000 rows.
    row.fill('');
    this.lastRowEnd = end;
    this.lastRowLine = this.info.lines;
    this.#blankLinesAboveLast = this.info.empty_lines;
    this.#takeNextRowForTheFirst();
    return true;
  }

  /** The line on which the next row begins. It may be wrong by the line ends that stand inside of quotes. */
  get nextRowLine(): number {
    return this.lastRowLine + (this.info.empty_lines - this.#blankLinesAboveLast) + 1;
  }

  /**
   * For each row whose length differs from the first one's, csv-parse creates an error with a stack and copies of its options, which
   * `relax_column_count` then drops: a file of ragged rows takes six times as long. The first row has no other to differ from.
   *
   * csv-parse also sums the positions of all rows. After some hundred rows, the sum is too large for V8's small integers, and the
   * loop over the bytes is compiled again, which takes as long as 20,000 rows.
   */
  #takeNextRowForTheFirst(): void {
    // Declared readonly, but nobody else uses the counts. If this ever has no effect, only time is lost.
    const info: { records: number; bytes_records: number } = this.info;
    info.records = 0;
    info.bytes_records = 0;
  }
}

/**
 * Whether csv-parse may have misread a cell. It keeps quotes as text if no delimiter follows the closing one. That is right for
 * `"x"y`. But a quote that is never closed goes on to the first quote of a later line, and the rows between would be lost in one cell.
 * And `"x""y"z` loses a quote, since doubled quotes become one before csv-parse sees the end.
 */
function isSuspect(cell: string): boolean {
  return cell.charCodeAt(0) === QUOTE && (/[\r\n]/.test(cell) || /^"[^"]*"[^"]*"/.test(cell));
}

const QUOTE = 34;

/** Cuts UTF-8 into rows and adds them to blocks. */
export class CsvRows {
  readonly #parser: GatheringParser;
  readonly #blocks: RowBlocks;
  readonly #limits: TableLimits;
  readonly #delimiter: string;
  readonly #openRow: OpenRow;
  #bytesSinceProgress = 0;
  #progress = 0;
  #lastRowNumber = 0;

  constructor(delimiter: string, blocks: RowBlocks, limits: TableLimits) {
    this.#blocks = blocks;
    this.#limits = limits;
    this.#delimiter = delimiter;
    this.#openRow = new OpenRow(limits.maxRowChars);
    this.#parser = new GatheringParser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    // Errors come from the callbacks of write and end. Without a listener they would be thrown as well.
    this.#parser.on('error', () => {});
  }

  /** Where people find the last row, counting blank lines; 0 without one. */
  get lastRowNumber(): number {
    return this.#lastRowNumber;
  }

  /** Codes: `malformed_file`, `too_many_columns`, `cell_too_large`. */
  async write(piece: Buffer): Promise<void> {
    this.#openRow.add(piece);
    await this.#call((done) => this.#parser.write(piece, done));
    const progress = this.#blocks.count + this.#parser.info.empty_lines;
    this.#bytesSinceProgress = progress > this.#progress ? 0 : this.#bytesSinceProgress + piece.length;
    this.#progress = progress;
    if (this.#bytesSinceProgress > this.#limits.maxRowChars) await this.#refuseEndlessRow();
  }

  async end(): Promise<void> {
    await this.#call((done) => this.#parser.end(done));
  }

  /** Ends the row here, so that its error says what is wrong with it. */
  async #refuseEndlessRow(): Promise<never> {
    await this.end();
    throw rowTooLarge(this.#lastRowNumber, this.#limits.maxRowChars);
  }

  async #call(action: (done: (error?: Error | null) => void) => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      action((error) => {
        if (error) reject(this.#malformed(error));
        else resolve();
      });
    });
    const { rows, blankLines } = this.#parser;
    this.#rereadSuspects(rows, blankLines);
    this.#parser.rows = [];
    this.#parser.blankLines = [];
    this.#openRow.dropBefore(this.#parser.lastRowEnd);
    for (const [index, row] of rows.entries()) {
      this.#lastRowNumber = this.#blocks.count + 1 + (blankLines[index] ?? 0);
      this.#blocks.add(row, this.#lastRowNumber);
    }
  }

  #rereadSuspects(rows: Row[], blankLines: readonly number[]): void {
    const suspects = this.#parser.suspects;
    if (suspects.length === 0) return;
    this.#parser.suspects = [];
    for (const { index, start, end } of suspects) {
      const cells = writtenCells(this.#openRow.text(start, end), this.#delimiter);
      if (cells === undefined) {
        const row = this.#blocks.count + index + 1 + (blankLines[index] ?? 0);
        throw new DialproofError('malformed_file', {
          hint: `a quote that is opened in row ${row} runs on to a quote on a later line`,
        });
      }
      rows[index] = cells;
    }
  }

  #malformed(cause: Error): DialproofError {
    const { rows, info, nextRowLine } = this.#parser;
    const row = this.#blocks.count + rows.length + info.empty_lines + 1;
    const place = `row ${row}, which begins near line ${nextRowLine}`;
    const hint =
      'code' in cause && cause.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `a quote that is opened in ${place}, is never closed`
        : `the file cannot be read from ${place}`;
    return new DialproofError('malformed_file', { hint, cause });
  }
}
