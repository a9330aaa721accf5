import type { Lease, TaskStore } from '../../ports/task-store.js';
import type { Row } from '../../tables/row.js';
import type { TableBlock } from '../../tables/table-block.js';
import { SHEET_LIMITS } from '../../tables/xlsx-writer/sheet-limits.js';
import { encodeHeader, encodeRowBlock, type ResultHeader } from '../row-block.js';
import type { RowSink } from './read-file.js';

/** A block is stored when it has so many rows, or so much text: few transactions for narrow files, little memory for wide ones. */
const BLOCK_ROWS = 2_000;
const BLOCK_BYTES = 512 * 1024;

/** Joins the lines of rows as they come, and stores them in blocks. */
export class RowBlockWriter implements RowSink {
  readonly #store: Pick<TaskStore, 'appendRows'>;
  readonly #lease: Lease;
  #texts: Buffer[] = [];
  #bytes = 0;
  #numberIndexes: number[] = [];
  #cellCounts: number[] = [];
  #width: number;
  #blocks = 0;
  #hasLongCells = false;

  constructor(store: Pick<TaskStore, 'appendRows'>, lease: Lease, width: number) {
    this.#store = store;
    this.#lease = lease;
    this.#width = width;
  }

  get width(): number {
    return this.#width;
  }

  /** Blocks stored so far. */
  get blocks(): number {
    return this.#blocks;
  }

  async write(
    { cellCounts, hasLongCell, text }: TableBlock,
    numberIndexes: readonly number[],
  ): Promise<void> {
    this.#hasLongCells ||= hasLongCell;
    this.#texts.push(text);
    this.#bytes += text.length;
    for (const index of numberIndexes) this.#numberIndexes.push(index);
    for (const cells of cellCounts) {
      this.#cellCounts.push(cells);
      this.#width = Math.max(this.#width, cells);
    }
    if (this.#numberIndexes.length >= BLOCK_ROWS || this.#bytes >= BLOCK_BYTES) await this.#flush();
  }

  /** Stores what is left, and the header behind the last block. */
  async finish({ skippedRows, columns }: Omit<ResultHeader, 'hasLongCells'>): Promise<void> {
    await this.#flush();
    const hasLongCells = this.#hasLongCells || [...skippedRows, columns].some(isLong);
    const header = { skippedRows, columns, hasLongCells };
    await this.#store.appendRows(this.#lease, this.#blocks, encodeHeader(header));
  }

  async #flush(): Promise<void> {
    if (this.#numberIndexes.length === 0) return;
    const block = encodeRowBlock({
      numberIndexes: Int32Array.from(this.#numberIndexes),
      cellCounts: Int32Array.from(this.#cellCounts),
      text: Buffer.concat(this.#texts),
    });
    this.#texts = [];
    this.#bytes = 0;
    this.#numberIndexes = [];
    this.#cellCounts = [];
    await this.#store.appendRows(this.#lease, this.#blocks, block);
    this.#blocks += 1;
  }
}

/** Whether a workbook cannot hold the row. */
function isLong(row: Row): boolean {
  return row.some((cell) => cell.length > SHEET_LIMITS.cellChars);
}
