import { Parser } from 'csv-parse';
import type { Row } from '../../row.js';

/**
 * csv-parse that gathers its rows in an array. Pushed into an object stream, as usual, every row would have to be awaited.
 */
export class GatheringParser extends Parser {
  rows: Row[] = [];
  /** For each of `rows`, where it ends in the file, in bytes and with its line end. Blank lines may stand between rows. */
  ends: number[] = [];
  /** Of `rows`, those with a cell that may have been misread, see {@link isSuspect}, by their index. */
  suspects = new Set<number>();
  /** The line on which the last row ended, and how many blank lines stand above that row. */
  lastRowLine = 0;
  #blankLinesAboveLast = 0;
  /** For each of `rows`, how many blank lines stand above it in the file. */
  blankLines: number[] = [];

  override push(row: string[] | null): boolean {
    if (row === null) return super.push(null);
    if (row.some(isSuspect)) this.suspects.add(this.rows.length);
    this.rows.push(row.slice());
    this.ends.push(this.info.bytes);
    this.blankLines.push(this.info.empty_lines);
    // V8 may begin to allocate csv-parse's arrays in its old space, where each would keep its cells until a full collection: 30 MB in
    // every third file of 100,000 rows.
    row.fill('');
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
