import { isAscii } from 'node:buffer';

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;

/** Takes a row: its line as it is written, without its end, how many quotes are in it, and the blank lines above it. */
export type TakeLine = (line: string, quotes: number, blankLines: number) => void;

/**
 * Finds the rows in UTF-8 as long as it is written as nearly all programs write CSV: LF or CRLF ends a row, and quotes stand around
 * whole cells and are doubled inside of them. It is in doubt about anything else.
 *
 * It looks at each byte once, wherever the pieces are cut. Line ends and quotes are searched for in Latin-1, which has a character for each
 * byte, and judged by the bytes beside them. A loop over the bytes took ten times as long.
 */
export class CsvRowScanner {
  readonly #delimiter: number;
  readonly #maxRowQuotes: number;
  /** Where the row begins that was not found to end, or the one that is in doubt: in the bytes given last. */
  openRow = 0;
  /** Blank lines so far. */
  blankLines = 0;
  /** Line ends so far as csv-parse counts them: LF and CRLF, in quotes LF and CR. */
  lineEnds = 0;
  // Of the open row: how many bytes were looked at, and what was found there.
  #seen = 0;
  #isInQuotes = false;
  #quotes = 0;
  #quotedLineEnds = 0;
  /** For each row found: where it begins and ends in the text, its quotes, and the blank lines above it. */
  #found: number[] = [];

  /** The delimiter is one byte. A row with more quotes than `maxRowQuotes` is doubtful. */
  constructor(delimiter: string, maxRowQuotes = Number.POSITIVE_INFINITY) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#maxRowQuotes = maxRowQuotes;
  }

  /**
   * Takes the rows whose line ends begin before `known`. Two more bytes have to be there, unless a row ends at `known`. The bytes begin with
   * the row that was open at the end of the last call. Returns false if in doubt about the open row, and scans nothing more.
   */
  scan(bytes: Buffer, known: number, take: TakeLine): boolean {
    const start = this.#seen;
    const text = bytes.toString('latin1', start);
    this.#found = [];
    const isRegular = this.#findRows(text, known - start, bytes, start);
    this.#takeLines(bytes, text, start, take);
    return isRegular;
  }

  /** Positions are those of the text, which begins at the byte `start`: those before it are below 0. */
  #findRows(text: string, known: number, bytes: Buffer, start: number): boolean {
    let quote = indexOrEnd(text, '"', 0);
    let lineFeed = indexOrEnd(text, '\n', 0);
    let carriageReturn = indexOrEnd(text, '\r', 0);
    let rowStart = -start;
    let at = 0;
    let isRegular = true;
    while (isRegular) {
      if (this.#isInQuotes) {
        if (quote >= known) break;
        at = quote + 1;
        const isDoubled = text.charCodeAt(at) === QUOTE;
        if (isDoubled) at += 1;
        else {
          isRegular = this.#endsCell(text, at);
          this.#isInQuotes = false;
        }
        this.#quotes += isDoubled ? 2 : 1;
        for (; lineFeed < quote; lineFeed = indexOrEnd(text, '\n', lineFeed + 1)) this.#quotedLineEnds += 1;
        for (; carriageReturn < quote; carriageReturn = indexOrEnd(text, '\r', carriageReturn + 1)) {
          this.#quotedLineEnds += 1;
        }
        quote = indexOrEnd(text, '"', at);
      } else if (quote < lineFeed) {
        if (quote >= known) break;
        const beginsCell = quote === rowStart || bytes[start + quote - 1] === this.#delimiter;
        isRegular = beginsCell && carriageReturn > quote;
        this.#isInQuotes = true;
        this.#quotes += 1;
        at = quote + 1;
        quote = indexOrEnd(text, '"', at);
      } else {
        const isCrlf = lineFeed > rowStart && bytes[start + lineFeed - 1] === RETURN;
        const end = isCrlf ? lineFeed - 1 : lineFeed;
        if (end >= known || lineFeed === text.length) break;
        isRegular = carriageReturn >= end && this.#quotes <= this.#maxRowQuotes;
        if (!isRegular) break;
        this.#endRow(rowStart, end);
        at = lineFeed + 1;
        rowStart = at;
        lineFeed = indexOrEnd(text, '\n', at);
        if (carriageReturn < at) carriageReturn = indexOrEnd(text, '\r', at);
      }
    }
    if (this.#isInQuotes) {
      for (; lineFeed < known; lineFeed = indexOrEnd(text, '\n', lineFeed + 1)) this.#quotedLineEnds += 1;
      for (; carriageReturn < known; carriageReturn = indexOrEnd(text, '\r', carriageReturn + 1)) {
        this.#quotedLineEnds += 1;
      }
    } else if (carriageReturn < known && text.charCodeAt(carriageReturn + 1) !== LINE_FEED) {
      isRegular = false;
    }
    this.openRow = start + rowStart;
    this.#seen = Math.max(at, known) - rowStart;
    return isRegular;
  }

  /** Whether a cell may end in front of this position. */
  #endsCell(text: string, at: number): boolean {
    const next = text.charCodeAt(at);
    if (next === this.#delimiter || next === LINE_FEED) return true;
    return next === RETURN && text.charCodeAt(at + 1) === LINE_FEED;
  }

  #endRow(start: number, end: number): void {
    if (start === end) this.blankLines += 1;
    else this.#found.push(start, end, this.#quotes, this.blankLines);
    this.lineEnds += this.#quotedLineEnds + 1;
    this.#quotes = 0;
    this.#quotedLineEnds = 0;
  }

  #takeLines(bytes: Buffer, text: string, textStart: number, take: TakeLine): void {
    const found = this.#found;
    if (found.length === 0) return;
    const encoding = isAscii(bytes.subarray(0, this.openRow)) ? 'latin1' : 'utf8';
    for (let index = 0; index < found.length; index += 4) {
      const start = found[index] ?? 0;
      const end = found[index + 1] ?? 0;
      const isInText = start >= 0 && encoding === 'latin1';
      const line = isInText
        ? text.slice(start, end)
        : bytes.toString(encoding, textStart + start, textStart + end);
      take(line, found[index + 2] ?? 0, found[index + 3] ?? 0);
    }
  }
}

function indexOrEnd(text: string, char: string, from: number): number {
  const index = text.indexOf(char, from);
  return index === -1 ? text.length : index;
}
