/** How many bytes of cells are judged. More makes no difference, and blocks the event loop. */
export const MAX_CELL_BYTES = 4_096;

/** None of these is part of a longer character in any of the encodings; a vertical bar is. */
export const BETWEEN_CELLS: ReadonlySet<number> = new Set([...'\t\n\r",;'].map((char) => char.charCodeAt(0)));

const LINE_FEED = Buffer.from('\n');

/**
 * Gathers the cells that have a byte beyond ASCII, each once. The others say nothing about the encoding, and addresses, digits and
 * headers in English make a detector believe in English.
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

  /** Adds the cells of `text`. A cell that is cut off at an end of it counts as a whole one. */
  add(text: Buffer): void {
    let start = 0;
    for (let at = 0; at <= text.length && !this.isFull; at += 1) {
      if (at < text.length && at - start < MAX_CELL_BYTES && !BETWEEN_CELLS.has(text[at] ?? 0)) continue;
      const cell = text.subarray(start, at);
      start = at + 1;
      const key = cell.toString('latin1');
      if (beyondAscii(cell) === 0 || this.#cells.has(key)) continue;
      // A copy: the text belongs to whoever sent it.
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
