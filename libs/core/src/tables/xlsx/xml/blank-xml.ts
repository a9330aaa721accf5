import { malformedWorkbook } from '../malformed-workbook.js';

/** What XML a filled cell or a shared string may take with it: a formula has up to 8,192 characters, few have more than 1,000. */
const BYTES_PER_FILLED = 4_096;

/** What opening a part costs in time besides reading it, so that countless empty sheets are bounded too. */
const BYTES_PER_PART = 32 * 1024;

/** How many bytes of blank rows that are skipped count as one that is parsed; they cost a tenth. */
const SKIPPED_PER_BYTE = 16;

/** What it costs besides to begin to skip, and to go back to the parser, so that rows between other things are bounded too. */
const BYTES_PER_SKIP = 32;

/**
 * How much XML has come since there was last something in it. Rows and cells with nothing in them, formats and the like compress to
 * nearly nothing and cost as much to read as those of a real sheet: of 10 million `<row/>`, a zip needs 90 kB.
 */
export class BlankXml {
  readonly #maxBytes: number;
  #bytes = 0;
  #filled = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** A part is opened. */
  addPart(): void {
    this.#bytes += BYTES_PER_PART;
  }

  /** Counts a cell or a shared string that is not empty. */
  addFilled(): void {
    this.#filled += 1;
  }

  /** So much XML with nothing in it was skipped, all of it at once. Code: `malformed_file`. */
  addSkipped(bytes: number, place: () => string): void {
    this.add(BYTES_PER_SKIP + bytes / SKIPPED_PER_BYTE, place);
  }

  /** So much XML was read, what was added as filled lately among it. Code: `malformed_file`; `place` says where in a few words. */
  add(bytes: number, place: () => string): void {
    this.#bytes = Math.max(0, this.#bytes + bytes - this.#filled * BYTES_PER_FILLED);
    this.#filled = 0;
    if (this.#bytes <= this.#maxBytes) return;
    throw malformedWorkbook(
      `has more than ${this.#maxBytes} bytes of XML in a row without a filled cell (${place()}): delete empty rows, columns and sheets that carry formats alone`,
    );
  }
}
