import { isAscii } from 'node:buffer';
import { BETWEEN_CELLS, DistinctCells, MAX_CELL_BYTES } from './distinct-cells.js';

const NONE: Buffer = Buffer.alloc(0);

/**
 * Gathers the cells of a text that comes in parts. A cell that is cut off waits for its rest: in encodings of several bytes a character,
 * half of one makes no sense.
 */
export class CellsInParts {
  readonly gathered = new DistinctCells();
  #cut = NONE;
  /** Whether the cut cell is longer than cells that are judged. The rest of it is skipped. */
  #isTooLong = false;

  add(part: Buffer): void {
    if (this.gathered.isFull) return;
    const end = part.findLastIndex((byte) => BETWEEN_CELLS.has(byte)) + 1;
    if (end > 0) this.#addWhole(part.subarray(0, end));
    if (this.#isTooLong) return;
    this.#cut = Buffer.concat([this.#cut, part.subarray(end)]);
    if (this.#cut.length <= MAX_CELL_BYTES) return;
    this.#cut = NONE;
    this.#isTooLong = true;
  }

  /** Adds the cell at the end of the text. */
  end(): void {
    this.gathered.add(this.#cut);
    this.#cut = NONE;
  }

  /** Ends the part behind a cell. */
  #addWhole(part: Buffer): void {
    const start = this.#isTooLong ? part.findIndex((byte) => BETWEEN_CELLS.has(byte)) : 0;
    const cells = Buffer.concat([this.#cut, part.subarray(start)]);
    if (!isAscii(cells)) this.gathered.add(cells);
    this.#cut = NONE;
    this.#isTooLong = false;
  }
}
