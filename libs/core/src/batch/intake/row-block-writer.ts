import type { Lease, TaskStore } from '../../ports/task-store.js';
import type { Row, TableBlock } from '../../tables/table-block.js';
import { SHEET_LIMITS } from '../../tables/table-limits.js';
import { encodeHeader, encodeRowBlock, type ResultHeader } from '../row-block.js';
import type { RowSink } from './read-file.js';

/** A block is stored when it has this many rows or this much text: few transactions for narrow files, little memory for wide ones. */
const BLOCK_ROWS = 5_000;
const BLOCK_BYTES = 512 * 1024;

/**
 * Joins the lines of rows, and stores them in blocks. While a block is stored, the rows of the next one are read: a store on another
 * machine needs some milliseconds for each. This takes the memory of one more block.
 */
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
  #storing: Promise<void> = Promise.resolve();

  constructor(store: Pick<TaskStore, 'appendRows'>, lease: Lease, width: number) {
    this.#store = store;
    this.#lease = lease;
    this.#width = width;
  }

  get width(): number {
    return this.#width;
  }

  /** The number of blocks so far. The last one may not be stored yet. */
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

  /** Resolves when all blocks are stored. Rejects with the error of the last one. */
  async stored(): Promise<void> {
    await this.#storing;
  }

  /** Begins to store the last rows, and then the header as one more block. */
  async finish({ skippedRows, columns }: Omit<ResultHeader, 'hasLongCells'>): Promise<void> {
    await this.#flush();
    const hasLongCells = this.#hasLongCells || [...skippedRows, columns].some(isLong);
    const header = { skippedRows, columns, hasLongCells };
    await this.#append(encodeHeader(header));
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
    await this.#append(block);
    this.#blocks += 1;
  }

  /** Begins to store a block once the blocks before it are stored. Rejects with the error of an earlier block. */
  async #append(block: Uint8Array): Promise<void> {
    await this.#storing;
    this.#storing = this.#store.appendRows(this.#lease, this.#blocks, block);
    // The next block or `stored` receives the rejection.
    this.#storing.catch(() => undefined);
  }
}

/** Whether a cell of the row is too long for a workbook. */
function isLong(row: Row): boolean {
  return row.some((cell) => cell.length > SHEET_LIMITS.cellChars);
}
