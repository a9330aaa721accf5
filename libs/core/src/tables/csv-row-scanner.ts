const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;

/** What a byte may mean, so that most are passed over by one look. */
const ORDINARY = 0;
const DELIMITS = 1;
const QUOTES = 2;
const ENDS_LINE = 3;
/** In quotes: csv-parse counts it as a line end. */
const COUNTS_LINE = 4;
/** May begin a byte order mark, for whose sake a result has the cell in quotes. */
const BEGINS_MARK = 5;
/** In UTF-8, every byte of a character but its first one. */
const CONTINUES = 6;
/** The first byte of a character that has two UTF-16 units. */
const BEGINS_PAIR = 7;

const IN_DOUBT = -1;

/** Of a row with more quotes, which no program writes, all doubled ones would be replaced in one turn of the event loop. */
const MAX_ROW_QUOTES = 32 * 1024;

/** Where a row was found. The next row is the same object. */
export interface FoundRow {
  /** Where its line begins in the bytes, and where it ends without its line end. */
  readonly start: number;
  readonly end: number;
  readonly cells: number;
  readonly quotes: number;
  /** UTF-16 units of all cells together, without their quotes. */
  readonly chars: number;
  readonly isAscii: boolean;
  /** Whether a result has the same line if the delimiter is a comma: every cell that needs quotes is in quotes. */
  readonly isAsInResult: boolean;
  /** The cell of the wanted column as it is written, with its quotes. Both are `end` where the row has none. */
  readonly wantedStart: number;
  readonly wantedEnd: number;
  /** How many blank lines stand above it in the file. */
  readonly blankLines: number;
}

/**
 * Finds the rows in UTF-8 as long as it is written as nearly all programs write CSV: LF or CRLF ends a row, and quotes stand around
 * whole cells and are doubled inside of them. It is in doubt about anything else. Each byte is looked at once, wherever the pieces are
 * cut, and nothing is decoded.
 */
export class CsvRowScanner {
  /** Where the row begins that was not found to end, or the one that is in doubt: in the bytes given last. */
  openRow = 0;
  /** Blank lines so far. */
  blankLines = 0;
  /** Line ends so far as csv-parse counts them: LF and CRLF, in quotes LF and CR. */
  lineEnds = 0;
  #wanted = -1;
  readonly #delimiter: number;
  readonly #outside: Uint8Array;
  readonly #inside: Uint8Array;
  // The open row, by positions in the bytes given last.
  readonly #row = {
    start: 0,
    end: 0,
    cells: 0,
    quotes: 0,
    chars: 0,
    isAscii: true,
    isAsInResult: true,
    wantedStart: -1,
    wantedEnd: -1,
    blankLines: 0,
  };
  #at = 0;
  #cellStart = 0;
  #isInQuotes = false;
  #lineEndsInRow = 0;

  /** The delimiter is one byte. */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#outside = meanings();
    this.#outside[LINE_FEED] = ENDS_LINE;
    this.#outside[RETURN] = ENDS_LINE;
    this.#outside[delimiter.charCodeAt(0)] = DELIMITS;
    this.#outside[0xef] = BEGINS_MARK;
    this.#inside = meanings();
    this.#inside[LINE_FEED] = COUNTS_LINE;
    this.#inside[RETURN] = COUNTS_LINE;
  }

  /**
   * Takes the rows whose line ends have so many bytes behind their first one as `bytesAhead` says: two at least, or none where nothing
   * follows. The bytes begin with the row that was open at the end of the last call. Returns false if in doubt about the open row, and
   * scans nothing more.
   */
  scan(bytes: Buffer, bytesAhead: number, take: (row: FoundRow) => void): boolean {
    const known = bytes.length - bytesAhead;
    this.#moveTo(0);
    let meaningOf = this.#isInQuotes ? this.#inside : this.#outside;
    let at = this.#at;
    while (at !== IN_DOUBT && at < known) {
      const meaning = meaningOf[bytes[at] ?? 0];
      if (meaning === ORDINARY) at += 1;
      else {
        at = this.#look(meaning, bytes, at, take);
        meaningOf = this.#isInQuotes ? this.#inside : this.#outside;
      }
    }
    this.openRow = this.#row.start;
    this.#at = at;
    return at !== IN_DOUBT;
  }

  /** The cell of this column, from 0, is looked for in the open row and in all behind it. */
  want(column: number): void {
    this.#wanted = column;
    this.restart();
  }

  /** The open row is looked at from its start again, or another one in its place. */
  restart(): void {
    this.#isInQuotes = false;
    this.#at = this.#row.start;
    this.#beginRow(this.#row.start);
  }

  /** The bytes of the open row stand at another place now. */
  #moveTo(start: number): void {
    const moved = start - this.#row.start;
    this.#row.start = start;
    this.#row.wantedStart += moved;
    this.#row.wantedEnd += moved;
    this.#cellStart += moved;
    this.#at += moved;
  }

  /** Looks at a byte that is not ordinary. Returns the place of the next byte, or IN_DOUBT. */
  #look(meaning: number | undefined, bytes: Buffer, at: number, take: (row: FoundRow) => void): number {
    switch (meaning) {
      case DELIMITS:
        this.#endCell(at);
        this.#row.chars -= 1;
        this.#cellStart = at + 1;
        return at + 1;
      case QUOTES:
        return this.#isInQuotes ? this.#lookAtQuote(bytes, at) : this.#openQuotes(at);
      case ENDS_LINE:
        return this.#endLine(bytes, at, take);
      case COUNTS_LINE:
        this.#lineEndsInRow += 1;
        return at + 1;
      case BEGINS_MARK:
        if (bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) this.#row.isAsInResult = false;
        return at + 1;
      case CONTINUES:
        this.#row.isAscii = false;
        this.#row.chars -= 1;
        return at + 1;
      default:
        this.#row.chars += 1;
        return at + 1;
    }
  }

  #openQuotes(at: number): number {
    if (at !== this.#cellStart) return IN_DOUBT;
    this.#isInQuotes = true;
    this.#row.quotes += 1;
    // Neither this one nor the one that closes.
    this.#row.chars -= 2;
    return at + 1;
  }

  #lookAtQuote(bytes: Buffer, at: number): number {
    if (bytes[at + 1] === QUOTE) {
      this.#row.quotes += 2;
      this.#row.chars -= 1;
      return at + 2;
    }
    this.#row.quotes += 1;
    // Behind a cell in quotes, mostly another one follows: one step takes less time than three.
    if (bytes[at + 1] === this.#delimiter && bytes[at + 2] === QUOTE) {
      this.#endCell(at + 1);
      this.#cellStart = at + 2;
      this.#row.quotes += 1;
      this.#row.chars -= 3;
      return at + 3;
    }
    this.#isInQuotes = false;
    return this.#mayFollowQuotes(bytes, at + 1) ? at + 1 : IN_DOUBT;
  }

  /** Whether a delimiter or a line end is at this place. */
  #mayFollowQuotes(bytes: Buffer, at: number): boolean {
    const meaning = this.#outside[bytes[at] ?? 0];
    return meaning === DELIMITS || (meaning === ENDS_LINE && lineEndBytes(bytes, at) !== 0);
  }

  #endCell(at: number): void {
    const row = this.#row;
    if (row.cells === this.#wanted) {
      row.wantedStart = this.#cellStart;
      row.wantedEnd = at;
    }
    row.cells += 1;
  }

  #endLine(bytes: Buffer, at: number, take: (row: FoundRow) => void): number {
    const row = this.#row;
    const lineEnd = lineEndBytes(bytes, at);
    if (lineEnd === 0 || row.quotes > MAX_ROW_QUOTES) return IN_DOUBT;
    if (at === row.start) this.blankLines += 1;
    else {
      this.#endCell(at);
      row.end = at;
      row.chars += at - row.start;
      row.blankLines = this.blankLines;
      if (row.cells <= this.#wanted) row.wantedStart = row.wantedEnd = at;
      take(row);
    }
    this.lineEnds += 1 + this.#lineEndsInRow;
    this.#beginRow(at + lineEnd);
    return at + lineEnd;
  }

  #beginRow(start: number): void {
    const row = this.#row;
    row.start = start;
    row.cells = 0;
    row.quotes = 0;
    row.chars = 0;
    row.isAscii = true;
    row.isAsInResult = true;
    this.#cellStart = start;
    this.#lineEndsInRow = 0;
  }
}

/** Of LF and CRLF. 0 for a carriage return alone. */
function lineEndBytes(bytes: Buffer, at: number): number {
  if (bytes[at] === LINE_FEED) return 1;
  return bytes[at + 1] === LINE_FEED ? 2 : 0;
}

/** By byte, what is the same in quotes and outside of them. */
function meanings(): Uint8Array {
  const meaningOf = new Uint8Array(256);
  meaningOf[QUOTE] = QUOTES;
  meaningOf.fill(CONTINUES, 0x80, 0xc0);
  meaningOf.fill(BEGINS_PAIR, 0xf0);
  return meaningOf;
}
