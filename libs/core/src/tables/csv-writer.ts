import type { Row } from './table-block.js';

/** Ends every line. RFC 4180 says CRLF, but every reader accepts LF, and command line tools keep a CR as part of the last cell. */
export const CSV_LINE_END = '\n';

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;

/** Many readers end a line at a lone carriage return, and drop a byte order mark at the very beginning. */
const NEEDS_QUOTES = /[",\n\r\ufeff]/;

/** For each ASCII character, whether a cell with it is written in quotes. */
const QUOTED_FOR = Uint8Array.from({ length: 0x80 }, (_, code) =>
  NEEDS_QUOTES.test(String.fromCharCode(code)) ? 1 : 0,
);

const FIRST_BYTES = 64 * 1024;
/** A larger buffer is not kept for later lines. */
const MAX_BYTES_KEPT = 1024 * 1024;

const MAX_BYTES_PER_CHAR = 3;
/** Node.js writes longer cells faster than a loop over their characters. */
const MAX_LOOKED_AT = 256;
/** A call that copies more bytes takes less time than a loop. */
const MAX_LOOPED = 256;
/** Two quotes and the comma or line end behind the cell. */
const BYTES_AROUND_CELL = 3;

/**
 * Writes rows as CSV with commas in UTF-8, so that a reader gives back every cell as it was. Every line is ended: the bytes of several
 * writers can be joined. A cell is in quotes only where it needs them. A row of one empty cell, or of none, is written as `""`, since
 * readers skip an empty line. Half of a surrogate pair becomes U+FFFD.
 */
export class CsvWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  addRow(row: Row): void {
    const [first] = row;
    if (row.length > 1 || (first !== undefined && first !== '')) for (const cell of row) this.#addCell(cell);
    else this.#addQuoted('');
    // Each cell is followed by a comma; the end of the row replaces the last comma.
    this.#bytes[this.#length - 1] = LINE_FEED;
  }

  /** Writes a cell as if it needed no quotes, as most do. The loop stops at a character that needs them. */
  #addCell(cell: string): void {
    this.#makeRoom(MAX_BYTES_PER_CHAR * cell.length + BYTES_AROUND_CELL);
    if (cell.length > MAX_LOOKED_AT) {
      this.#addOther(cell);
      return;
    }
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

  /** Adds lines that have this writer's form. The last line's end lies behind `end`, and is added. */
  addLines(lines: Buffer, start: number, end: number): void {
    const length = end - start;
    this.#makeRoom(length + 1);
    const bytes = this.#bytes;
    const offset = this.#length;
    if (length > MAX_LOOPED) bytes.set(lines.subarray(start, end), offset);
    else for (let at = 0; at < length; at += 1) bytes[offset + at] = lines[start + at] ?? 0;
    bytes[offset + length] = LINE_FEED;
    this.#length = offset + length + 1;
  }

  /** Returns the written bytes and begins anew. */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.#length);
    const isLarge = this.#bytes.length > MAX_BYTES_KEPT;
    // A large buffer is returned itself if a quarter of it is used. Otherwise a copy takes less memory.
    const taken = isLarge && 4 * this.#length >= this.#bytes.length ? written : Buffer.from(written);
    if (isLarge) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#length = 0;
    return taken;
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
    this.#makeRoom(MAX_BYTES_PER_CHAR * cell.length + BYTES_AROUND_CELL);
    const bytes = this.#bytes;
    const start = this.#length + 1;
    bytes[start - 1] = QUOTE;
    let from = start + bytes.write(cell, start);
    let to = from;
    for (let at = start; at < from; at += 1) if (bytes[at] === QUOTE) to += 1;
    bytes[to] = QUOTE;
    bytes[to + 1] = COMMA;
    this.#length = to + 2;
    // Going backwards overwrites no byte that is still to be moved. `replace` takes many times as long for a cell of quotes alone.
    while (to > from) {
      from -= 1;
      to -= 1;
      const byte = bytes[from] ?? 0;
      bytes[to] = byte;
      if (byte !== QUOTE) continue;
      to -= 1;
      bytes[to] = QUOTE;
    }
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
