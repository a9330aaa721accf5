import { DialproofError } from '../../model/errors.js';
import type { Row } from '../row.js';
import { type RowBlocks, rowTooLarge } from '../row-blocks.js';
import type { TableLimits } from '../table-limits.js';
import { GatheringParser } from './gathering-parser.js';
import { OpenRow } from './open-row.js';
import { writtenCells } from './written-cells.js';

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
