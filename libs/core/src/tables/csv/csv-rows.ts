import { Parser } from 'csv-parse';
import { DialproofError } from '../../errors.js';
import type { Row } from '../row.js';
import { type RowBlocks, rowTooLarge } from '../row-blocks.js';
import type { TableLimits } from '../table-limits.js';

/**
 * csv-parse with its rows gathered in an array instead of pushed into an object stream, one of whose items would be awaited for each
 * row.
 */
class GatheringParser extends Parser {
  rows: Row[] = [];
  /** The line on which the last row ended. */
  lastRowLine = 0;

  override push(row: Row | null): boolean {
    if (row === null) return super.push(null);
    this.rows.push(row);
    this.lastRowLine = this.info.lines;
    this.#takeNextRowForTheFirst();
    return true;
  }

  /**
   * For each row that is not as long as the first one, csv-parse makes an error with a stack and copies of its options, which
   * `relax_column_count` then throws away: a file of ragged rows takes six times as long. A first row has no length to differ from.
   */
  #takeNextRowForTheFirst(): void {
    // Declared as readonly, but counted by nobody else: nothing but time is lost if this ever has no effect.
    const info: { records: number } = this.info;
    info.records = 0;
  }
}

/** Cuts UTF-8 into rows, and gives them to blocks. */
export class CsvRows {
  readonly #parser: GatheringParser;
  readonly #blocks: RowBlocks;
  readonly #limits: TableLimits;
  #bytesSinceProgress = 0;
  #progress = 0;

  constructor(delimiter: string, blocks: RowBlocks, limits: TableLimits) {
    this.#blocks = blocks;
    this.#limits = limits;
    this.#parser = new GatheringParser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    // Errors are taken from the callbacks of write and end; without a listener they would be thrown once more.
    this.#parser.on('error', () => {});
  }

  /** Codes: `malformed_file`, `too_many_columns`, `cell_too_large`. */
  async write(piece: Buffer): Promise<void> {
    await this.#call((done) => this.#parser.write(piece, done));
    const progress = this.#blocks.count + this.#parser.info.empty_lines;
    this.#bytesSinceProgress = progress > this.#progress ? 0 : this.#bytesSinceProgress + piece.length;
    this.#progress = progress;
    if (this.#bytesSinceProgress > this.#limits.maxRowChars) await this.#refuseEndlessRow();
  }

  async end(): Promise<void> {
    await this.#call((done) => this.#parser.end(done));
  }

  /** Ends the row where it is, which tells what it suffers from. */
  async #refuseEndlessRow(): Promise<never> {
    await this.end();
    throw rowTooLarge(this.#blocks.count, this.#limits.maxRowChars);
  }

  async #call(action: (done: (error?: Error | null) => void) => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      action((error) => {
        if (error) reject(this.#malformed(error));
        else resolve();
      });
    });
    const rows = this.#parser.rows;
    this.#parser.rows = [];
    for (const row of rows) this.#blocks.add(row);
  }

  #malformed(cause: Error): DialproofError {
    const row = this.#blocks.count + this.#parser.rows.length + 1;
    const place = `row ${row}, which begins near line ${this.#parser.lastRowLine + 1}`;
    const hint =
      'code' in cause && cause.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `a quote that is opened in ${place}, is never closed`
        : `the file cannot be read from ${place}`;
    return new DialproofError('malformed_file', { hint, cause });
  }
}
