import { withoutDoubled } from '../table-block.js';

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;

/** The scanner looks this many bytes ahead: a byte order mark has three bytes. */
const BYTES_AHEAD = 2;

/** The meaning of a byte outside of quotes. An ordinary byte costs one look-up. */
const [ORDINARY, DELIMITS, QUOTES, ENDS_LINE, NEEDS_QUOTES, BEGINS_MARK] = [0, 1, 2, 3, 4, 5];

/** How a cell is written: plain, in quotes, or in quotes with doubled quotes inside. */
const [PLAIN, QUOTED, DOUBLED] = [0, 1, 2];

const FIRST_CELLS = 64;

/**
 * A fault in the quotes of a row. `unclosed`: they are open at the end of the bytes. `runs_on`: they continue over a line end and close
 * inside of a cell, so that the rows between would be lost in one cell.
 */
export type QuoteFault = 'unclosed' | 'runs_on';

/**
 * Reads CSV in UTF-8 row by row, however it is written. LF, CRLF and CR end a row. A cell that begins with a quote goes on to the first
 * quote that is not doubled, over delimiters and line ends; if more text follows before the next delimiter, the cell is the text as
 * written, quotes included. Any other quote is text. Cells are decoded only by `cellText`.
 *
 * The fields describe the last row that was read.
 */
export class CsvScanner {
  /** Offsets in the bytes: the start of the row, its end without the line end, and the start of the next row. */
  start = 0;
  end = 0;
  next = 0;
  /** The number of cells, at least 1. An empty line is a row of one empty cell, with `start` equal to `end`. */
  cells = 0;
  /** The line ends in the row, its own included. */
  lineEnds = 0;
  /** Whether the row, with commas as its delimiters, can be its line in a result: every cell that needs quotes has them. */
  isAsInResult = true;
  /** Whether text follows the closing quote of a cell that begins with one. */
  isMisquoted = false;
  fault: QuoteFault | undefined;
  readonly #delimiter: Buffer;
  readonly #meaningOf = new Uint8Array(256);
  readonly #bytesAhead: number;
  /** For each cell: the offset of its end, counted from the start of the row, and how it is written. */
  #ends = new Int32Array(FIRST_CELLS);
  #forms = new Uint8Array(FIRST_CELLS);

  /** The delimiter is one character that is neither a quote nor a line end. */
  constructor(delimiter: string) {
    this.#delimiter = Buffer.from(delimiter);
    this.#bytesAhead = Math.max(BYTES_AHEAD, this.#delimiter.length);
    const [first = COMMA] = this.#delimiter;
    this.#meaningOf[QUOTE] = QUOTES;
    this.#meaningOf[LINE_FEED] = ENDS_LINE;
    this.#meaningOf[RETURN] = ENDS_LINE;
    this.#meaningOf[COMMA] = NEEDS_QUOTES;
    this.#meaningOf[0xef] = BEGINS_MARK;
    this.#meaningOf[first] = DELIMITS;
  }

  /**
   * Reads the row that begins at `start`. Returns false if its end is not among the bytes; then no other field has a meaning. `isLast`: no
   * more bytes follow, and the row ends with them.
   */
  read(bytes: Buffer, start: number, isLast: boolean): boolean {
    const known = isLast ? bytes.length : bytes.length - this.#bytesAhead;
    const meaningOf = this.#meaningOf;
    this.#begin(start);
    let cellStart = start;
    let at = start;
    while (at < known) {
      switch (meaningOf[bytes[at] ?? 0]) {
        case ORDINARY:
          at += 1;
          break;
        case DELIMITS:
          if (this.#isDelimiter(bytes, at)) {
            this.#endCell(at);
            at += this.#delimiter.length;
            cellStart = at;
          } else at += 1;
          break;
        case QUOTES:
          if (at === cellStart) at = this.#afterQuotes(bytes, at, known);
          else {
            this.isAsInResult = false;
            at += 1;
          }
          break;
        case ENDS_LINE:
          this.#endRow(at, at + lineEndBytes(bytes, at));
          return true;
        case NEEDS_QUOTES:
          this.isAsInResult = false;
          at += 1;
          break;
        default:
          if (bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) this.isAsInResult = false;
          at += 1;
      }
    }
    if (!isLast) return false;
    this.#endRow(bytes.length, bytes.length);
    return true;
  }

  /** The text of a cell of the row; cells count from 0. `bytes` are those of `read`. */
  cellText(bytes: Buffer, cell: number): string {
    const start = this.cellStart(cell);
    const end = this.cellEnd(cell);
    const form = this.#forms[cell];
    if (form === PLAIN) return bytes.toString('utf8', start, end);
    const text = bytes.toString('utf8', start + 1, end - 1);
    return form === DOUBLED ? withoutDoubled(text) : text;
  }

  /** The offset at which a cell begins: that of its quote, if it has one. */
  cellStart(cell: number): number {
    return cell === 0 ? this.start : this.cellEnd(cell - 1) + this.#delimiter.length;
  }

  cellEnd(cell: number): number {
    return this.start + (this.#ends[cell] ?? 0);
  }

  #begin(start: number): void {
    this.start = start;
    this.cells = 0;
    this.lineEnds = 1;
    this.isAsInResult = this.#delimiter.length === 1;
    this.isMisquoted = false;
    this.fault = undefined;
    this.#forms[0] = PLAIN;
  }

  /** Returns where the scan continues after quotes that open here. A value of `known` or more means that the bytes end inside of them. */
  #afterQuotes(bytes: Buffer, opening: number, known: number): number {
    let at = opening + 1;
    let form = QUOTED;
    let lineEnds = 0;
    for (; at < known; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        if (bytes[at + 1] !== QUOTE) break;
        form = DOUBLED;
        at += 1;
      } else if (byte === LINE_FEED || (byte === RETURN && bytes[at + 1] !== LINE_FEED)) lineEnds += 1;
    }
    this.lineEnds += lineEnds;
    if (at >= known) this.fault ??= 'unclosed';
    else if (this.#endsCell(bytes, at + 1)) {
      this.#forms[this.cells] = form;
      return at + 1;
    } else if (lineEnds > 0) this.fault ??= 'runs_on';
    this.isMisquoted = true;
    this.isAsInResult = false;
    return at + 1;
  }

  /** Whether a cell may end at this place. */
  #endsCell(bytes: Buffer, at: number): boolean {
    const meaning = at < bytes.length ? this.#meaningOf[bytes[at] ?? 0] : ENDS_LINE;
    return meaning === ENDS_LINE || (meaning === DELIMITS && this.#isDelimiter(bytes, at));
  }

  #isDelimiter(bytes: Buffer, at: number): boolean {
    const delimiter = this.#delimiter;
    return delimiter.length === 1 || bytes.subarray(at, at + delimiter.length).equals(delimiter);
  }

  #endCell(at: number): void {
    this.#ends[this.cells] = at - this.start;
    this.cells += 1;
    if (this.cells === this.#ends.length) this.#makeRoom();
    this.#forms[this.cells] = PLAIN;
  }

  #endRow(end: number, next: number): void {
    this.#endCell(end);
    this.end = end;
    this.next = next;
  }

  #makeRoom(): void {
    const ends = new Int32Array(2 * this.#ends.length);
    ends.set(this.#ends);
    this.#ends = ends;
    const forms = new Uint8Array(ends.length);
    forms.set(this.#forms);
    this.#forms = forms;
  }
}

/** The length of a line end: LF, CRLF or CR. */
function lineEndBytes(bytes: Buffer, at: number): number {
  return bytes[at] === RETURN && bytes[at + 1] === LINE_FEED ? 2 : 1;
}
