import type { PlainXml } from './package/plain-xml.js';

/** The types of cells by the standard. A cell of another one is left to the parser. */
const TYPES = ['n', 's', 'b', 'str', 'd', 'e', 'inlineStr'] as const;
type PlainType = (typeof TYPES)[number];

/** The kept facts of a cell: column, style, type, start and end of its text, and whether the text is an inline string. */
const FIELDS = 6;
const FIRST_CELLS = 64;

const ROW = /<row(?: r="(\d+)")?(?: (?!r=)[\w:]+="[^"<&]*")*( ?\/)?>/y;
const FORMULA = /<f(?: [\w:]+="[^"<&]*")*(\/?)>/y;
const FORMULA_END = Buffer.from('</f>');
const ROW_END = Buffer.from('</row>');
const CELL_END = Buffer.from('</c>');
const VALUE_START = Buffer.from('<v>');
const VALUE_END = Buffer.from('</v></c>');
const INLINE_START = Buffer.from('<is><t>');
const PRESERVED_START = Buffer.from('<is><t xml:space="preserve">');
const INLINE_END = Buffer.from('</t></is></c>');
const TYPES_IN_QUOTES = TYPES.map((type) => Buffer.from(`${type}"`));

const SPACE = 0x20;
const QUOTE = 0x22;
const SLASH = 0x2f;
const DIGIT_0 = 0x30;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const LETTER_A = 0x41;
const [LETTER_C, LETTER_F, LETTER_R, LETTER_S, LETTER_T] = [0x63, 0x66, 0x72, 0x73, 0x74];

/** More letters than any column has. A longer address is then too far right. */
const MAX_LETTERS = 6;
const MAX_STYLE = 1_000_000;

/**
 * Reads rows of a sheet that have the usual form: cells that are empty or have a value, with or without a formula, or a text, no spaces,
 * attributes in the order of the standard's tables. Any other row is left to the parser, which takes several times as long, since it
 * reports every element and attribute. Nothing is created for a cell before it is asked for its text.
 */
export class PlainRow {
  /** The number of the row as written; undefined if it has none. */
  number: string | undefined;
  /** How many cells the row has. */
  cells = 0;
  /** The offset of the row's end in the text. */
  end = 0;
  /** The offset of the reader. */
  readonly xml: PlainXml;
  #fields = new Int32Array(FIELDS * FIRST_CELLS);

  constructor(xml: PlainXml) {
    this.xml = xml;
  }

  /** Reads the row that begins at `start`. Returns false if it is left to the parser. */
  read(start: number): boolean {
    ROW.lastIndex = start;
    const row = ROW.exec(this.xml.text);
    if (row === null) return false;
    const [tag, number, isEmpty] = row;
    this.number = number;
    this.cells = 0;
    this.end = start + tag.length;
    if (isEmpty !== undefined) return true;
    while (this.#readCell()) this.cells += 1;
    if (!this.xml.isAt(this.end, ROW_END)) return false;
    this.end += ROW_END.length;
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

  /** The offset of its value or of its inline string in the XML. */
  textStart(cell: number): number {
    return this.#fields[cell * FIELDS + 3] ?? 0;
  }

  textEnd(cell: number): number {
    return this.#fields[cell * FIELDS + 4] ?? 0;
  }

  /** Its value, or its inline string. */
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
    if (codes[start] !== LESS_THAN || codes[start + 1] !== LETTER_C) return false;
    const field = this.cells * FIELDS;
    if (field === this.#fields.length) this.#makeRoom();
    const fields = this.#fields;
    fields[field] = -1;
    fields[field + 1] = 0;
    fields[field + 2] = 0;
    const tagEnd = this.#readAttributes(start + 2, field);
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
    const behind = isValue ? VALUE_END : INLINE_END;
    const end = xml.textEnd(start);
    if (end < 0 || !xml.isAt(end, behind)) return false;
    fields[field + 3] = start;
    fields[field + 4] = end;
    fields[field + 5] = isValue ? 0 : 1;
    this.end = end + behind.length;
    return true;
  }

  #readEmpty(start: number): boolean {
    if (!this.xml.isAt(start, CELL_END)) return false;
    this.end = start + CELL_END.length;
    return true;
  }

  /** The offset of the value, behind its formula if it has one. -1 if anything else stands there. */
  #valueStart(start: number): number {
    const { xml } = this;
    if (xml.isAt(start, VALUE_START)) return start + VALUE_START.length;
    FORMULA.lastIndex = start;
    const [tag, isEmpty] = xml.codes[start + 1] === LETTER_F ? (FORMULA.exec(xml.text) ?? []) : [];
    if (tag === undefined) return -1;
    const tagEnd = start + tag.length;
    const end = isEmpty === '/' ? tagEnd : this.#formulaEnd(tagEnd);
    return end >= 0 && xml.isAt(end, VALUE_START) ? end + VALUE_START.length : -1;
  }

  #formulaEnd(start: number): number {
    const end = this.xml.textEnd(start);
    return end >= 0 && this.xml.isAt(end, FORMULA_END) ? end + FORMULA_END.length : -1;
  }

  /** The offset of the inline string. -1 if there is none. */
  #inlineStart(start: number): number {
    if (this.xml.isAt(start, INLINE_START)) return start + INLINE_START.length;
    return this.xml.isAt(start, PRESERVED_START) ? start + PRESERVED_START.length : -1;
  }

  /** Reads the address, the style and the type that are written in this order. Returns where the tag ends; -1 if there is anything else. */
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
