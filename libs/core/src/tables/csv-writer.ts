import type { Row } from './row.js';

/** Ends every line. RFC 4180 says CRLF, but every reader accepts LF, and command line tools keep a CR as part of the last cell. */
export const CSV_LINE_END = '\n';

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;

/** Many readers end a line at a lone carriage return, and drop a byte order mark at the very beginning. */
const NEEDS_QUOTES = /[",\n\r\ufeff]/;

/** By character of ASCII, whether a cell with it is written in quotes. */
const QUOTED_FOR = Uint8Array.from({ length: 0x80 }, (_, code) =>
  NEEDS_QUOTES.test(String.fromCharCode(code)) ? 1 : 0,
);

const FIRST_BYTES = 64 * 1024;
/** Room that is not kept for later lines. */
const MOST_BYTES_KEPT = 1024 * 1024;

const MAX_BYTES_PER_CHAR = 3;
/** Two quotes and what stands behind the cell. */
const BYTES_AROUND_CELL = 3;

/**
 * Writes rows as CSV with commas in UTF-8, so that a reader gives back every cell as it was. Every line is ended: the bytes of several
 * writers can be joined. A cell is in quotes only where it needs them. A row of one empty cell, or of none, is written as `""`, since readers
 * skip an empty line. Half of a surrogate pair becomes U+FFFD.
 */
export class CsvWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  addRow(row: Row): void {
    const [first] = row;
    if (row.length > 1 || (first !== undefined && first !== '')) for (const cell of row) this.#addCell(cell);
    else this.#addQuoted('');
    // In place of the comma behind the last cell.
    this.#bytes[this.#length - 1] = LINE_FEED;
  }

  /** Adds lines that are written already, of which the last one is short of its end. */
  addLines(bytes: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start + 1);
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    this.#length += end - start + 1;
    this.#bytes[this.#length - 1] = LINE_FEED;
  }

  /** Takes out what was written. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    if (this.#bytes.length > MOST_BYTES_KEPT) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    return taken;
  }

  /** With a comma behind it. Most cells need no quotes, which one look at each character shows while it is written. */
  #addCell(cell: string): void {
    this.#makeRoom(MAX_BYTES_PER_CHAR * cell.length + BYTES_AROUND_CELL);
    const bytes = this.#bytes;
    let length = this.#length;
    for (let at = 0; at < cell.length; at += 1) {
      const code = cell.charCodeAt(at);
      if (code < 0x80) {
        if (QUOTED_FOR[code] === 1) {
          this.#addQuoted(cell);
          return;
        }
        bytes[length] = code;
        length += 1;
      } else if (code < 0x800) {
        bytes[length] = 0xc0 | (code >> 6);
        bytes[length + 1] = 0x80 | (code & 0x3f);
        length += 2;
      } else if (isSurrogate(code) || code === 0xfeff) {
        this.#addOther(cell);
        return;
      } else {
        bytes[length] = 0xe0 | (code >> 12);
        bytes[length + 1] = 0x80 | ((code >> 6) & 0x3f);
        bytes[length + 2] = 0x80 | (code & 0x3f);
        length += 3;
      }
    }
    bytes[length] = COMMA;
    this.#length = length + 1;
  }

  #addOther(cell: string): void {
    if (NEEDS_QUOTES.test(cell)) this.#addQuoted(cell);
    else {
      this.#length += this.#bytes.write(cell, this.#length);
      this.#bytes[this.#length] = COMMA;
      this.#length += 1;
    }
  }

  #addQuoted(cell: string): void {
    const text = cell.replaceAll('"', '""');
    this.#makeRoom(MAX_BYTES_PER_CHAR * text.length + BYTES_AROUND_CELL);
    this.#bytes[this.#length] = QUOTE;
    this.#length += 1;
    this.#length += this.#bytes.write(text, this.#length);
    this.#bytes[this.#length] = QUOTE;
    this.#bytes[this.#length + 1] = COMMA;
    this.#length += 2;
  }

  #makeRoom(bytes: number): void {
    const length = this.#length + bytes;
    if (length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * length);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Rows as {@link CsvWriter} writes them. */
export function csvBytes(rows: Iterable<Row>): Buffer {
  const writer = new CsvWriter();
  for (const row of rows) writer.addRow(row);
  return writer.take();
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}
