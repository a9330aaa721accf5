import type { PlainXml } from './package/plain-xml.js';

/** The types of cells by the standard. Cells of other types are left to the parser. */
const TYPES = ['n', 's', 'b', 'str', 'd', 'e', 'inlineStr'] as const;
type PlainType = (typeof TYPES)[number];

/** The fields of a cell: column, style, type, start and end of its text, and whether the text is an inline string. */
const FIELDS = 6;
const FIRST_CELLS = 64;

const TYPES_IN_QUOTES = TYPES.map((type) => Buffer.from(`${type}"`));

/** The patterns and tags of a sheet whose element names have this prefix, such as `x:`. */
function tagsWith(prefix: string) {
  const written = (tags: string) => Buffer.from(tags.replaceAll(/<\/?/g, `$&${prefix}`));
  return {
    row: new RegExp(String.raw`<${prefix}row(?: r="(\d+)")?(?: (?!r=)[\w:]+="[^"<&]*")*( ?\/)?>`, 'y'),
    rowEnd: written('</row>'),
    cell: written('<c'),
    cellEnd: written('</c>'),
    formula: new RegExp(String.raw`<${prefix}f(?: [\w:]+="[^"<&]*")*(\/?)>`, 'y'),
    formulaStart: written('<f'),
    formulaEnd: written('</f>'),
    valueStart: written('<v>'),
    valueEnd: written('</v></c>'),
    inlineStart: written('<is><t>'),
    preservedStart: written('<is><t xml:space="preserve">'),
    inlineEnd: written('</t></is></c>'),
  };
}

const SPACE = 0x20;
const QUOTE = 0x22;
const SLASH = 0x2f;
const DIGIT_0 = 0x30;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const LETTER_A = 0x41;
const [LETTER_R, LETTER_S, LETTER_T] = [0x72, 0x73, 0x74];

/** More letters than any column has. A longer address is then too far right. */
const MAX_LETTERS = 6;
const MAX_STYLE = 1_000_000;

/**
 * Reads rows of a sheet that have the usual form: cells that are empty or have a value, with or without a formula, or a text, no spaces,
 * attributes in the order of the standard's tables. Any other row is left to the parser, which takes several times as long, since it
 * reports every element and attribute. A cell's text is created only on demand.
 */
export class PlainRow {
  /** The number of the row as written; undefined if it has none. */
  number: string | undefined;
  /** How many cells the row has. */
  cells = 0;
  /** The offset of the row's end in the text. */
  end = 0;
  /** The XML that the row is read from. */
  readonly xml: PlainXml;
  readonly #tags: ReturnType<typeof tagsWith>;
  #fields = new Int32Array(FIELDS * FIRST_CELLS);

  /** `prefix`: the namespace prefix with its colon, or empty. */
  constructor(xml: PlainXml, prefix: string) {
    this.xml = xml;
    this.#tags = tagsWith(prefix);
  }

  /** Reads the row that begins at `start`. Returns false if it is left to the parser. */
  read(start: number): boolean {
    const { row, rowEnd } = this.#tags;
    row.lastIndex = start;
    const found = row.exec(this.xml.text);
    if (found === null) return false;
    const [tag, number, isEmpty] = found;
    this.number = number;
    this.cells = 0;
    this.end = start + tag.length;
    if (isEmpty !== undefined) return true;
    while (this.#readCell()) this.cells += 1;
    if (!this.xml.isAt(this.end, rowEnd)) return false;
    this.end += rowEnd.length;
    return true;
  }

  /** The column of a cell, from 0; -1 if it is not written. */
  column(cell: number): number {
    return this.#fields[cell * FIELDS] ?? -1;
  }

  style(cell: number): number {
    return this.#fields[cell * FIELDS + 1] ?? 0;
  }

  type(cell: number): PlainType {
    return TYPES[this.#fields[cell * FIELDS + 2] ?? 0] ?? 'n';
  }

  /** The offset of the cell's value or inline string in the XML. */
  textStart(cell: number): number {
    return this.#fields[cell * FIELDS + 3] ?? 0;
  }

  textEnd(cell: number): number {
    return this.#fields[cell * FIELDS + 4] ?? 0;
  }

  /** The cell's value or inline string. */
  text(cell: number): string {
    return this.xml.textBetween(this.textStart(cell), this.textEnd(cell));
  }

  isInline(cell: number): boolean {
    return this.#fields[cell * FIELDS + 5] === 1;
  }

  /** Reads the cell that begins at `end`, and moves `end` behind it. */
  #readCell(): boolean {
    const { codes } = this.xml;
    const start = this.end;
    const { cell } = this.#tags;
    if (!this.xml.isAt(start, cell)) return false;
    const field = this.cells * FIELDS;
    if (field === this.#fields.length) this.#makeRoom();
    const fields = this.#fields;
    fields[field] = -1;
    fields[field + 1] = 0;
    fields[field + 2] = 0;
    const tagEnd = this.#readAttributes(start + cell.length, field);
    if (tagEnd < 0) return false;
    fields[field + 3] = 0;
    fields[field + 4] = 0;
    if (codes[tagEnd] === SLASH && codes[tagEnd + 1] === GREATER_THAN) {
      this.end = tagEnd + 2;
      return true;
    }
    return codes[tagEnd] === GREATER_THAN && this.#readContent(tagEnd + 1, field);
  }

  #readContent(contentStart: number, field: number): boolean {
    const { xml } = this;
    const fields = this.#fields;
    const valueStart = this.#valueStart(contentStart);
    const isValue = valueStart >= 0;
    const start = isValue ? valueStart : this.#inlineStart(contentStart);
    if (start < 0) return this.#readEmpty(contentStart);
    const behind = isValue ? this.#tags.valueEnd : this.#tags.inlineEnd;
    const end = xml.textEnd(start);
    if (end < 0 || !xml.isAt(end, behind)) return false;
    fields[field + 3] = start;
    fields[field + 4] = end;
    fields[field + 5] = isValue ? 0 : 1;
    this.end = end + behind.length;
    return true;
  }

  #readEmpty(start: number): boolean {
    const { cellEnd } = this.#tags;
    if (!this.xml.isAt(start, cellEnd)) return false;
    this.end = start + cellEnd.length;
    return true;
  }

  /** The offset of the value, behind its formula if it has one. -1 if there is anything else. */
  #valueStart(start: number): number {
    const { xml } = this;
    const { formula, formulaStart, valueStart } = this.#tags;
    if (xml.isAt(start, valueStart)) return start + valueStart.length;
    formula.lastIndex = start;
    const [tag, isEmpty] = xml.isAt(start, formulaStart) ? (formula.exec(xml.text) ?? []) : [];
    if (tag === undefined) return -1;
    const tagEnd = start + tag.length;
    const end = isEmpty === '/' ? tagEnd : this.#formulaEnd(tagEnd);
    return end >= 0 && xml.isAt(end, valueStart) ? end + valueStart.length : -1;
  }

  #formulaEnd(start: number): number {
    const { formulaEnd } = this.#tags;
    const end = this.xml.textEnd(start);
    return end >= 0 && this.xml.isAt(end, formulaEnd) ? end + formulaEnd.length : -1;
  }

  /** The offset of the inline string. -1 if there is none. */
  #inlineStart(start: number): number {
    const { inlineStart, preservedStart } = this.#tags;
    if (this.xml.isAt(start, inlineStart)) return start + inlineStart.length;
    return this.xml.isAt(start, preservedStart) ? start + preservedStart.length : -1;
  }

  /** Reads the address, the style and the type, in this order. Returns where the tag ends; -1 if there is anything else. */
  #readAttributes(start: number, field: number): number {
    const { codes } = this.xml;
    let at = start;
    let last = 0;
    while (codes[at] === SPACE) {
      const name = codes[at + 1] ?? 0;
      if (name === SLASH) return at + 1;
      if (name <= last || codes[at + 2] !== EQUALS || codes[at + 3] !== QUOTE) return -1;
      last = name;
      at += 4;
      if (name === LETTER_R) at = this.#readAddress(at, field);
      else if (name === LETTER_S) at = this.#readStyle(at, field);
      else if (name === LETTER_T) at = this.#readType(at, field);
      else return -1;
      if (at < 0 || codes[at] !== QUOTE) return -1;
      at += 1;
    }
    return at;
  }

  #readAddress(start: number, field: number): number {
    const { codes } = this.xml;
    let at = start;
    let column = 0;
    for (let code = codes[at] ?? 0; code >= LETTER_A && code < LETTER_A + 26; code = codes[at] ?? 0) {
      if (at - start < MAX_LETTERS) column = column * 26 + (code - LETTER_A + 1);
      at += 1;
    }
    this.#fields[field] = column - 1;
    const digits = at;
    while (isDigit(codes[at] ?? 0)) at += 1;
    return digits > start && at > digits ? at : -1;
  }

  #readStyle(start: number, field: number): number {
    const { codes } = this.xml;
    let at = start;
    let style = 0;
    for (let code = codes[at] ?? 0; isDigit(code) && style < MAX_STYLE; code = codes[at] ?? 0) {
      style = style * 10 + (code - DIGIT_0);
      at += 1;
    }
    this.#fields[field + 1] = style;
    return at > start ? at : -1;
  }

  #readType(start: number, field: number): number {
    for (let type = 0; type < TYPES_IN_QUOTES.length; type += 1) {
      const written = TYPES_IN_QUOTES[type];
      if (written === undefined || !this.xml.isAt(start, written)) continue;
      this.#fields[field + 2] = type;
      return start + written.length - 1;
    }
    return -1;
  }

  #makeRoom(): void {
    const larger = new Int32Array(2 * this.#fields.length);
    larger.set(this.#fields);
    this.#fields = larger;
  }
}

function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code < DIGIT_0 + 10;
}
