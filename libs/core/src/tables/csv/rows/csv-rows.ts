import { type RowBlocks, rowTooLarge } from '../../row-blocks.js';
import type { TableLimits } from '../../table-limits.js';
import { type CutRows, noRows, type RowCutter, rowNumberAt } from './row-cutter.js';

/** Adds the rows of a file to blocks, and gives up on one that does not end. */
export class CsvRows {
  readonly #cutter: RowCutter;
  readonly #blocks: RowBlocks;
  readonly #limits: TableLimits;
  #bytesSinceProgress = 0;
  #progress = 0;
  #lastRowNumber = 0;
  #keptColumn: number | undefined;

  constructor(cutter: RowCutter, blocks: RowBlocks, limits: TableLimits) {
    this.#cutter = cutter;
    this.#blocks = blocks;
    this.#limits = limits;
  }

  /** Where people find the last row, counting blank lines; 0 without one. */
  get lastRowNumber(): number {
    return this.#lastRowNumber;
  }

  /** Of rows that need nothing else, only the cell of this column is asked for from now on. */
  keepOnly(column: number): void {
    if (column === this.#keptColumn) return;
    this.#keptColumn = column;
    this.#cutter.keepOnly(column);
    this.#blocks.keepOnly(column);
  }

  /** Codes: `malformed_file`, `too_many_columns`, `cell_too_large`. */
  async write(piece: Buffer): Promise<void> {
    const cut = noRows(this.#blocks.count);
    await this.#cutter.write(piece, cut);
    this.#add(cut);
    const progress = this.#blocks.count + this.#cutter.blankLines;
    this.#bytesSinceProgress = progress > this.#progress ? 0 : this.#bytesSinceProgress + piece.length;
    this.#progress = progress;
    if (this.#bytesSinceProgress > this.#limits.maxRowChars) await this.#refuseEndlessRow();
  }

  async end(): Promise<void> {
    const cut = noRows(this.#blocks.count);
    await this.#cutter.end(cut);
    this.#add(cut);
  }

  /** Ends the row here, so that its error says what is wrong with it. */
  async #refuseEndlessRow(): Promise<never> {
    await this.end();
    throw rowTooLarge(this.#lastRowNumber, this.#limits.maxRowChars);
  }

  #add(cut: CutRows): void {
    cut.rows.forEach((row, index) => {
      this.#lastRowNumber = rowNumberAt(cut, index);
      if ('cells' in row) this.#blocks.addWritten(row, this.#lastRowNumber);
      else this.#blocks.pass(row, this.#lastRowNumber);
    });
    this.#blocks.copyPassed();
  }
}
