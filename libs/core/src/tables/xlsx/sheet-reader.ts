import { PlainXml, SLICE_CHARS, SliceEnds } from './package/plain-xml.js';
import type { XmlPart } from './package/xml-part.js';
import { XmlReader } from './package/xml-reader.js';
import { PlainRow } from './plain-rows.js';
import type { SheetRows } from './sheet-rows.js';

/**
 * Reads a sheet's XML a slice at a time. Rows in the usual form are read without the parser. Blank rows are skipped once there are many of
 * them. The parser reads everything else.
 */
export class SheetReader {
  readonly #rows: SheetRows;
  readonly #xml: XmlReader;
  readonly #plainXml = new PlainXml();
  readonly #plainRow = new PlainRow(this.#plainXml);
  readonly #sliceEnds = new SliceEnds('row');
  #isBlank = false;
  /** Whether the last rows were read without the parser. */
  #isPlain = false;

  constructor(part: XmlPart, rows: SheetRows) {
    this.#rows = rows;
    this.#xml = new XmlReader(part, rows);
  }

  /**
   * Reads some of the text from `start` on, and returns the offset at which it stopped. Codes: `malformed_file`, and those of the rows.
   */
  read(text: string, start: number): number {
    const { filledCells } = this.#rows;
    const afterBlank = this.#isBlank ? this.#skipBlankRows(text, start) : start;
    const afterPlain = this.#readPlainRows(text, afterBlank);
    const end = afterPlain === start ? this.#readXml(text, start) : afterPlain;
    this.#isBlank = this.#rows.filledCells === filledCells;
    this.#isPlain = afterPlain > afterBlank;
    return end;
  }

  /** Codes: `malformed_file` if elements are still open, and those of the rows. */
  end(): void {
    this.#xml.end();
    this.#rows.end();
  }

  /** Whether a row may come next. Text that looks like a row may also be in a comment. */
  get #isBetweenRows(): boolean {
    return this.#rows.isBetweenRows && this.#xml.isBehindTag;
  }

  #skipBlankRows(text: string, start: number): number {
    if (!this.#isBetweenRows) return start;
    const { end, count, lastNumber } = blankRowsAt(text, start);
    this.#rows.addBlankRows(count, lastNumber);
    if (end > start) this.#xml.skip(end - start);
    return end;
  }

  #readPlainRows(text: string, start: number): number {
    if (!this.#isBetweenRows) return start;
    this.#plainXml.set(text);
    let end = start;
    while (end - start < SLICE_CHARS && !this.#rows.hasFullBlock) {
      if (!this.#plainRow.read(end)) break;
      this.#rows.addPlainRow(this.#plainRow);
      end = this.#plainRow.end;
    }
    if (end > start) this.#xml.count(end - start);
    return end;
  }

  #readXml(text: string, start: number): number {
    const isNextWanted = this.#isPlain || this.#isBlank || !this.#rows.isBetweenRows;
    const end = this.#sliceEnds.find(text, start, isNextWanted);
    this.#xml.write(text.slice(start, end));
    return end;
  }
}

/** A run of whole rows without a filled cell. */
interface BlankRows {
  /** The offset of the end of the rows; that of the start if there are none. */
  readonly end: number;
  readonly count: number;
  /** The number of the last row, as written, if it has one. */
  readonly lastNumber: string | undefined;
}

/** The characters between attribute values, without the end of the tag. */
const BETWEEN = `[^<>"'&/]*`;
/** Attributes, in whose values a `>` may stand. Values with an escape are left to the parser. */
const ATTRIBUTES = String.raw`(?:\s${BETWEEN}(?:"[^"<&]*"${BETWEEN}|'[^'<&]*'${BETWEEN})*)?`;

/** Part of a regular expression: an element with this content. */
function element(name: string, content: string): string {
  return String.raw`<(?:\w+:)?${name}${ATTRIBUTES}(?:/>|>${content}</(?:\w+:)?${name}>)`;
}

const EMPTY_CELL = element('c', String.raw`\s*(?:${element('v', '')}\s*)?`);

/** A row of cells without text. Only text fills a cell. */
const BLANK_ROW = new RegExp(String.raw`${element('row', String.raw`\s*(?:${EMPTY_CELL}\s*)*`)}\s*`, 'y');

const ROW_NUMBER = /^<[\w:]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*?\s+r\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/**
 * Finds the blank rows that begin at `start`. Programs write a million of them for formatted columns. An expression is many times faster
 * than a parser, which reports every element and attribute.
 */
export function blankRowsAt(xml: string, start: number): BlankRows {
  let [end, count, last] = [start, 0, ''];
  BLANK_ROW.lastIndex = start;
  for (let row = BLANK_ROW.exec(xml); row !== null; row = BLANK_ROW.exec(xml)) {
    end = BLANK_ROW.lastIndex;
    count += 1;
    last = row[0];
  }
  const [, number, inSingleQuotes] = ROW_NUMBER.exec(last) ?? [];
  return { end, count, lastNumber: number ?? inSingleQuotes };
}
