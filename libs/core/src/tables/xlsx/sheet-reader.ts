import { nextRowStart } from './blank-rows.js';
import type { SheetRows } from './sheet-rows.js';
import type { XmlPart } from './xml-part.js';
import { XmlReader } from './xml-reader.js';

/**
 * What is parsed before the rows that came of it are taken away. A cell of 21 characters may hold a shared string of 32,767, so that
 * what takes a millisecond to parse can be a hundred megabytes of rows.
 */
const SLICE_CHARS = 8 * 1024;

/** Reads a sheet's XML a slice at a time; rows with nothing in them are skipped once there are many of them. */
export class SheetReader {
  readonly #rows: SheetRows;
  readonly #xml: XmlReader;
  #isBlank = false;

  constructor(part: XmlPart, rows: SheetRows) {
    this.#rows = rows;
    this.#xml = new XmlReader(part, rows);
  }

  /** Reads some of the text from `start` on, and says where it stopped. Code: `malformed_file`, and those of the rows. */
  read(text: string, start: number): number {
    const from = this.#isBlank ? this.#skipBlankRows(text, start) : start;
    // Where nothing is, slices begin with a row, so that the rows behind it can be skipped.
    const end = Math.min(from + SLICE_CHARS, this.#isBlank ? nextRowStart(text, from) : text.length);
    const { filledCells } = this.#rows;
    this.#xml.write(text.slice(from, end));
    this.#isBlank = this.#rows.filledCells === filledCells;
    return end;
  }

  /** Code: `malformed_file` when elements are still open. */
  end(): void {
    this.#xml.end();
  }

  #skipBlankRows(text: string, start: number): number {
    const end = this.#rows.skipBlankRows(text, start);
    if (end > start) this.#xml.skip(end - start);
    return end;
  }
}
