import { PlainXml, SLICE_CHARS, SliceEnds } from './package/plain-xml.js';
import type { XmlPart } from './package/xml-part.js';
import { XmlReader } from './package/xml-reader.js';
import { PlainRow } from './plain-rows.js';
import type { SheetRows } from './sheet-rows.js';

/** Reads a sheet's XML a slice at a time. Rows in the usual form are read without the parser, which reads everything else. */
export class SheetReader {
  readonly #rows: SheetRows;
  readonly #xml: XmlReader;
  readonly #plainXml = new PlainXml();
  #plainRow: PlainRow | undefined;
  readonly #sliceEnds = new SliceEnds('row');
  /** Whether the last slice was read without the parser. */
  #wasPlain = false;

  constructor(part: XmlPart, rows: SheetRows) {
    this.#rows = rows;
    this.#xml = new XmlReader(part, rows);
  }

  /** Reads a slice of the text from `start` on, and returns where it ends. Codes: `malformed_file`, and those of the rows. */
  read(text: string, start: number): number {
    const plainEnd = this.#readPlainRows(text, start);
    const end = plainEnd > start ? plainEnd : this.#readXml(text, start);
    this.#wasPlain = plainEnd > start;
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

  #readPlainRows(text: string, start: number): number {
    if (!this.#isBetweenRows) return start;
    this.#plainRow ??= new PlainRow(this.#plainXml, this.#rows.prefix);
    const row = this.#plainRow;
    this.#plainXml.set(text);
    let end = start;
    let blankChars = 0;
    while (end - blankChars - start < SLICE_CHARS && !this.#rows.hasFullBlock) {
      if (!row.read(end)) break;
      const isBlank = this.#rows.addPlainRow(row);
      if (isBlank) blankChars += row.end - end;
      end = row.end;
    }
    if (end > start) this.#xml.count(end - start, blankChars);
    return end;
  }

  #readXml(text: string, start: number): number {
    const isNextWanted = this.#wasPlain || !this.#isBetweenRows;
    const end = this.#sliceEnds.find(text, start, isNextWanted);
    this.#xml.write(text.slice(start, end));
    return end;
  }
}
