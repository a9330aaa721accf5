import { isAscii } from 'node:buffer';
import { wholeCharacters } from './csv/text/utf-8.js';

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;

/** Takes a row: its line as it is written, without its end, how many quotes are in it, and the blank lines above it. */
export type TakeLine = (line: string, quotes: number, blankLines: number) => void;

/**
 * Finds the rows in UTF-8 as long as it is written as nearly all programs write CSV: LF or CRLF ends a row, and quotes stand around
 * whole cells and are doubled inside of them. It is in doubt about anything else.
 *
 * Each byte is decoded and looked at once, wherever the pieces are cut. Line ends and quotes are searched for, and judged by what stands
 * beside them. A loop over the bytes took longer.
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
  // Of the open row: how many of its bytes were looked at, and what was found there.
  #seenBytes = 0;
  #isInQuotes = false;
  #quotes = 0;
  #quotedLineEnds = 0;

  /** The delimiter is one byte. A row with more quotes than `maxRowQuotes` is doubtful. */
  constructor(delimiter: string, maxRowQuotes = Number.POSITIVE_INFINITY) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#maxRowQuotes = maxRowQuotes;
  }

  /**
   * Takes the rows whose line ends have so many bytes behind their first one as `bytesAhead` says: two at least, or none if the last byte
   * ends a row. The bytes begin with the row that was open at the end of the last call. Returns false if in doubt about the open row, and
   * scans nothing more.
   */
  scan(bytes: Buffer, bytesAhead: number, take: TakeLine): boolean {
    const seenBytes = this.#seenBytes;
    const unseen = bytes.subarray(seenBytes);
    const whole = unseen.subarray(0, wholeCharacters(unseen));
    const text = whole.toString(isAscii(whole) ? 'latin1' : 'utf8');
    const known = text.length - unitsOfLastBytes(text, bytesAhead - (unseen.length - whole.length));
    // Positions are those of the text. The open row begins before it if some of its bytes were seen.
    let rowStart = seenBytes === 0 ? 0 : -1;
    let at = 0;
    let quote = indexOrEnd(text, '"', 0);
    let lineFeed = indexOrEnd(text, '\n', 0);
    let carriageReturn = indexOrEnd(text, '\r', 0);
    let isInQuotes = this.#isInQuotes;
    let quotes = this.#quotes;
    let quotedLineEnds = this.#quotedLineEnds;
    let isRegular = true;
    while (isRegular) {
      if (isInQuotes) {
        if (quote >= known) break;
        const isDoubled = text.charCodeAt(quote + 1) === QUOTE;
        quotes += isDoubled ? 2 : 1;
        at = quote + (isDoubled ? 2 : 1);
        isInQuotes = isDoubled;
        isRegular = isDoubled || this.#mayFollowCell(text, at);
        for (; lineFeed < quote; lineFeed = indexOrEnd(text, '\n', lineFeed + 1)) quotedLineEnds += 1;
        for (; carriageReturn < quote; carriageReturn = indexOrEnd(text, '\r', carriageReturn + 1)) {
          quotedLineEnds += 1;
        }
        quote = indexOrEnd(text, '"', at);
      } else if (quote < lineFeed) {
        if (quote >= known) break;
        quotes += 1;
        at = quote + 1;
        isInQuotes = true;
        const before = quote === 0 ? bytes[seenBytes - 1] : text.charCodeAt(quote - 1);
        isRegular = carriageReturn > quote && (quote === rowStart || before === this.#delimiter);
        quote = indexOrEnd(text, '"', at);
      } else {
        const end = text.charCodeAt(lineFeed - 1) === RETURN ? lineFeed - 1 : lineFeed;
        if (end >= known || lineFeed === text.length) break;
        isRegular = carriageReturn >= end && quotes <= this.#maxRowQuotes;
        if (!isRegular) break;
        if (end === rowStart) this.blankLines += 1;
        else {
          const seen = rowStart < 0 ? bytes.toString('utf8', 0, seenBytes) : '';
          take(seen + text.slice(Math.max(0, rowStart), end), quotes, this.blankLines);
        }
        this.lineEnds += quotedLineEnds + 1;
        quotes = 0;
        quotedLineEnds = 0;
        at = lineFeed + 1;
        rowStart = at;
        lineFeed = indexOrEnd(text, '\n', at);
        if (carriageReturn < at) carriageReturn = indexOrEnd(text, '\r', at);
      }
    }
    if (isInQuotes) {
      for (; lineFeed < known; lineFeed = indexOrEnd(text, '\n', lineFeed + 1)) quotedLineEnds += 1;
      for (; carriageReturn < known; carriageReturn = indexOrEnd(text, '\r', carriageReturn + 1)) {
        quotedLineEnds += 1;
      }
    } else if (carriageReturn < known && text.charCodeAt(carriageReturn + 1) !== LINE_FEED) {
      isRegular = false;
    }
    this.openRow = rowStart < 0 ? 0 : seenBytes + whole.length - Buffer.byteLength(text.slice(rowStart));
    const seen = Buffer.byteLength(text.slice(Math.max(0, rowStart), Math.max(at, known)));
    this.#seenBytes = rowStart < 0 ? seenBytes + seen : seen;
    this.#isInQuotes = isInQuotes;
    this.#quotes = quotes;
    this.#quotedLineEnds = quotedLineEnds;
    return isRegular;
  }

  /** Whether a cell in quotes may end in front of this position. */
  #mayFollowCell(text: string, at: number): boolean {
    const next = text.charCodeAt(at);
    if (next === this.#delimiter || next === LINE_FEED) return true;
    return next === RETURN && text.charCodeAt(at + 1) === LINE_FEED;
  }
}

/** The fewest UTF-16 units at the end of a text that have so many bytes, or all of them. */
function unitsOfLastBytes(text: string, bytes: number): number {
  let units = 0;
  while (units < text.length && Buffer.byteLength(text.slice(text.length - units)) < bytes) {
    units += isLowSurrogate(text.charCodeAt(text.length - units - 1)) ? 2 : 1;
  }
  return units;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function indexOrEnd(text: string, char: string, from: number): number {
  const index = text.indexOf(char, from);
  return index === -1 ? text.length : index;
}
