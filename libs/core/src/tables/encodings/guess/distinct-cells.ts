import { isAscii } from 'node:buffer';

/** The most bytes of cells that a guess is made from. More bytes make no difference, and block the event loop. */
export const MAX_CELL_BYTES = 4_096;

/** The bytes that separate cells. They are never part of a longer character in any of the encodings, as a vertical bar may be. */
export const BETWEEN_CELLS: ReadonlySet<number> = new Set([...'\t\n\r",;'].map((char) => char.charCodeAt(0)));

const LINE_FEED = Buffer.from('\n');

/**
 * Gathers the distinct cells with a byte beyond ASCII. Other cells say nothing about the encoding: addresses, digits and English headers
 * make a detector guess English.
 */
export class DistinctCells {
  readonly #cells = new Map<string, Buffer>();
  #bytes = 0;

  /** How many bytes the cells have, each with a line end. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether there are enough cells: later ones are left out. */
  get isFull(): boolean {
    return this.#bytes >= MAX_CELL_BYTES;
  }

  /** Adds the cells of `text`. A cell that is cut off at its start or end counts as a whole one. */
  add(text: Buffer): void {
    let start = 0;
    for (let at = 0; at <= text.length && !this.isFull; at += 1) {
      if (at < text.length && at - start < MAX_CELL_BYTES && !BETWEEN_CELLS.has(text[at] ?? 0)) continue;
      const cell = text.subarray(start, at);
      start = at + 1;
      const key = cell.toString('latin1');
      if (beyondAscii(cell) === 0 || this.#cells.has(key)) continue;
      // Copied, since the text belongs to its sender.
      this.#cells.set(key, Buffer.from(cell));
      this.#bytes += cell.length + 1;
    }
  }

  /** The cells, each on a line of its own. */
  lines(): Buffer {
    return Buffer.concat([...this.#cells.values()].flatMap((cell) => [cell, LINE_FEED]));
  }
}

/** The number of bytes beyond ASCII. */
export function beyondAscii(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte >= 0x80) count += 1;
  return count;
}

const NONE: Buffer = Buffer.alloc(0);

/**
 * Gathers the cells of a text that comes in parts. A cut cell waits for its rest, since half of a character of several bytes makes no
 * sense.
 */
export class CellsInParts {
  readonly gathered = new DistinctCells();
  #cut = NONE;
  /** Whether the cut cell is too long for a guess. The rest of it is skipped. */
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

  /** Adds the cells of a part that ends behind a cell. */
  #addWhole(part: Buffer): void {
    const start = this.#isTooLong ? part.findIndex((byte) => BETWEEN_CELLS.has(byte)) : 0;
    const cells = Buffer.concat([this.#cut, part.subarray(start)]);
    if (!isAscii(cells)) this.gathered.add(cells);
    this.#cut = NONE;
    this.#isTooLong = false;
  }
}
