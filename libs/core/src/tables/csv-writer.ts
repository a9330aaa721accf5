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

/** By byte of UTF-8, what is to be done for it: nothing, or one of these. */
const [QUOTES_CELL, CONTINUES, BEGINS_MARK, BEGINS_PAIR] = [1, 2, 3, 4];
const MEANING_OF = new Uint8Array(256);
MEANING_OF.set(QUOTED_FOR);
MEANING_OF.fill(CONTINUES, 0x80, 0xc0);
MEANING_OF[0xef] = BEGINS_MARK;
MEANING_OF.fill(BEGINS_PAIR, 0xf0);

const FIRST_BYTES = 64 * 1024;
/** Room that is not kept for later lines. */
const MOST_BYTES_KEPT = 1024 * 1024;

const MAX_BYTES_PER_CHAR = 3;
/** What Node.js does with a longer cell takes less time than a look at each character. */
const MAX_LOOKED_AT = 256;
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

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  addRow(row: Row): void {
    const [first] = row;
    if (row.length > 1 || (first !== undefined && first !== '')) for (const cell of row) this.addCell(cell);
    else this.#addQuoted('');
    this.endRow();
  }

  // A row may also be written cell by cell: each has a comma behind it, and the end of the row takes the place of the last one.

  /** Most cells need no quotes, which one look at each character shows while it is written. */
  addCell(cell: string): void {
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

  addEmptyCells(count: number): void {
    this.#makeRoom(count);
    this.#bytes.fill(COMMA, this.#length, this.#length + count);
    this.#length += count;
  }

  /** Adds a cell of characters that need no quotes and are ASCII. */
  addAsciiCell(codes: Uint16Array, start: number, end: number): void {
    this.#makeRoom(end - start + BYTES_AROUND_CELL);
    const bytes = this.#bytes;
    const shift = this.#length - start;
    for (let at = start; at < end; at += 1) bytes[at + shift] = codes[at] ?? 0;
    bytes[end + shift] = COMMA;
    this.#length = end + shift + 1;
  }

  /** Adds a cell that is there in UTF-8, and returns its UTF-16 units. */
  addUtf8Cell(cell: Buffer, start: number, end: number): number {
    if (end - start > MAX_LOOKED_AT) {
      const text = cell.toString('utf8', start, end);
      this.addCell(text);
      return text.length;
    }
    this.#makeRoom(end - start + BYTES_AROUND_CELL);
    const bytes = this.#bytes;
    const shift = this.#length - start;
    let chars = end - start;
    for (let at = start; at < end; at += 1) {
      const byte = cell[at] ?? 0;
      bytes[at + shift] = byte;
      const meaning = MEANING_OF[byte];
      if (meaning === 0) continue;
      if (meaning === CONTINUES) chars -= 1;
      else if (meaning === BEGINS_PAIR) chars += 1;
      else if (meaning === QUOTES_CELL || (cell[at + 1] === 0xbb && cell[at + 2] === 0xbf)) {
        const text = cell.toString('utf8', start, end);
        this.#addQuoted(text);
        return text.length;
      }
    }
    bytes[end + shift] = COMMA;
    this.#length = end + shift + 1;
    return chars;
  }

  endRow(): void {
    this.#bytes[this.#length - 1] = LINE_FEED;
  }

  /** What was written from a place on. It is there until something else is written. */
  writtenFrom(start: number): Buffer {
    return this.#bytes.subarray(start, this.#length);
  }

  /** Takes out again what was written from a place on. */
  dropFrom(start: number): void {
    this.#length = start;
  }

  /** Adds lines that are written already, of which the last one is short of its end. */
  addLines(bytes: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start + 1);
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    this.#length += end - start + 1;
    this.#bytes[this.#length - 1] = LINE_FEED;
  }

  /** Adds a line that is written already, without its end. */
  addLine(line: string): void {
    this.#makeRoom(MAX_BYTES_PER_CHAR * line.length + 1);
    this.#length += this.#bytes.write(line, this.#length);
    this.#bytes[this.#length] = LINE_FEED;
    this.#length += 1;
  }

  /** Takes out what was written. */
  take(): Buffer {
    const isLarge = this.#bytes.length > MOST_BYTES_KEPT;
    if (!isLarge || this.#length < this.#bytes.length / 4) return this.takeBefore(this.#length);
    // Megabytes are not copied, and not kept for later lines.
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#length = 0;
    return taken;
  }

  /** Takes out what was written before a place. */
  takeBefore(place: number): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, place));
    this.#bytes.copyWithin(0, place, this.#length);
    this.#length -= place;
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
    // From behind, each byte finds its place free. A replacement in the text takes many times as long where a cell has nothing but quotes.
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
