import { withoutDoubled } from './csv-lines.js';

const QUOTE = 34;
/** Characters that are compared one by one before a search is worth its call. */
const SHORT_RUN = 24;

/**
 * Walks over CSV text cell by cell, and says where each is written. It creates nothing for a cell unless asked for its text, since a
 * download walks over every row.
 *
 * A cell may begin with a quote. Then its text goes on to the first quote that is not doubled, over delimiters and line ends. Any
 * other quote is text. LF, CR and CRLF end a line. There is no cell behind the last line end.
 */
export class CsvCellScanner {
  readonly #text: string;
  readonly #delimiter: string;
  /** Where the current cell begins: at the opening quote, if there is one. */
  start = 0;
  /** Where the current cell ends: at a delimiter, at a line end, or at the end of the text. */
  end = 0;
  /** Where the quotes of the current cell close: -1 if it has none, the end of the text if they never close. */
  closingQuote = -1;
  /** Whether the current cell is the last one of its line. */
  endsLine = true;
  #next = 0;
  // The next one of each kind. Each is kept until it is passed: searching again for every cell would take quadratic time.
  #delimiterAt = -1;
  #lineEndAt = -1;
  #lineFeedAt = -1;
  #returnAt = -1;

  /** The delimiter is one character. */
  constructor(text: string, delimiter = ',') {
    this.#text = text;
    this.#delimiter = delimiter;
  }

  /** Moves to the next cell. Returns false if there is none. */
  nextCell(): boolean {
    const text = this.#text;
    let at = this.#next;
    if (at >= text.length && this.endsLine) return false;
    this.start = at;
    this.closingQuote = -1;
    if (text.charCodeAt(at) === QUOTE) {
      this.closingQuote = closingQuote(text, at);
      at = this.closingQuote + 1;
    }
    if (this.#delimiterAt < at) this.#delimiterAt = indexOrEnd(text, this.#delimiter, at);
    if (this.#lineEndAt < at) this.#findLineEnd(at);
    if (this.#delimiterAt < this.#lineEndAt) {
      this.endsLine = false;
      this.end = this.#delimiterAt;
      this.#next = this.end + 1;
    } else {
      this.#endLine();
    }
    return true;
  }

  /** Whether the current cell is in quotes from its start to its end; `"x"y` is not. */
  get isQuoted(): boolean {
    return this.closingQuote !== -1 && this.closingQuote === this.end - 1;
  }

  /** The text of the current cell: without its quotes if it is in quotes, else as it is written. */
  cellText(): string {
    if (!this.isQuoted) return this.#text.slice(this.start, this.end);
    return withoutDoubled(this.#text.slice(this.start + 1, this.closingQuote));
  }

  #endLine(): void {
    this.endsLine = true;
    this.end = this.#lineEndAt;
    const isCrlf = this.#returnAt === this.end && this.#lineFeedAt === this.end + 1;
    this.#next = this.end + (isCrlf ? 2 : 1);
  }

  #findLineEnd(from: number): void {
    if (this.#lineFeedAt < from) this.#lineFeedAt = indexOrEnd(this.#text, '\n', from);
    if (this.#returnAt < from) this.#returnAt = indexOrEnd(this.#text, '\r', from);
    this.#lineEndAt = Math.min(this.#lineFeedAt, this.#returnAt);
  }
}

function indexOrEnd(text: string, char: string, from: number): number {
  const index = text.indexOf(char, from);
  return index === -1 ? text.length : index;
}

/**
 * Where the quotes close. It searches for the next quote only behind a run of other characters: with millions of doubled quotes, a
 * search for each takes several times as long.
 */
function closingQuote(text: string, openingQuote: number): number {
  let at = openingQuote + 1;
  let searchFrom = at + SHORT_RUN;
  while (at < text.length) {
    if (text.charCodeAt(at) === QUOTE) {
      if (text.charCodeAt(at + 1) !== QUOTE) return at;
      at += 2;
      searchFrom = at + SHORT_RUN;
    } else if (at < searchFrom) at += 1;
    else at = indexOrEnd(text, '"', at);
  }
  return text.length;
}
