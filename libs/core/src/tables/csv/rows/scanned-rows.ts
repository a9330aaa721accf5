import { ParsedRows } from './parsed-rows.js';
import { RegularRows, type RegularRowsLimits } from './regular-rows.js';
import type { CutRows, RowCutter } from './row-cutter.js';

/**
 * Scans rows as long as they are regular, and leaves the others to csv-parse: all from the first doubtful one on, and the last one, which
 * may lack its line end or a closing quote. Nobody can tell which of the two has read a row.
 */
export class ScannedRows implements RowCutter {
  readonly #delimiter: string;
  readonly #maxRowChars: number;
  #reader: RegularRows | ParsedRows;

  constructor(delimiter: string, limits: RegularRowsLimits) {
    this.#delimiter = delimiter;
    this.#maxRowChars = limits.maxRowChars;
    const isByte = Buffer.byteLength(delimiter) === 1;
    this.#reader = isByte
      ? new RegularRows(delimiter, limits)
      : new ParsedRows(delimiter, limits.maxRowChars);
  }

  get blankLines(): number {
    return this.#reader.blankLines;
  }

  keepOnly(column: number): void {
    this.#reader.keepOnly(column);
  }

  async write(piece: Buffer, cut: CutRows): Promise<void> {
    if (this.#reader instanceof ParsedRows) await this.#reader.write(piece, cut);
    else if (!this.#reader.write(piece, cut)) await this.#parseRest(this.#reader, cut);
  }

  async end(cut: CutRows): Promise<void> {
    const reader =
      this.#reader instanceof ParsedRows ? this.#reader : await this.#parseRest(this.#reader, cut);
    await reader.end(cut);
  }

  async #parseRest(regular: RegularRows, cut: CutRows): Promise<ParsedRows> {
    const parsed = new ParsedRows(this.#delimiter, this.#maxRowChars, regular);
    this.#reader = parsed;
    await parsed.write(regular.rest, cut);
    return parsed;
  }
}
