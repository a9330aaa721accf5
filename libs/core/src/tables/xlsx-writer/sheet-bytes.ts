import { csvCellEnd, csvCellText } from '../table-block.js';
import { assertCellHolds } from '../table-limits.js';

/** Bytes after which a piece is handed on. */
const PIECE_BYTES = 64 * 1024;

/** Longer cells are decoded, so that the buffer needs no more room than this. */
const MAX_COPIED_BYTES = 1024;
const MAX_BYTES_PER_BYTE = 5;
/** More bytes than the XML around a text has. */
const BYTES_AROUND_TEXT = 128;
const SPARE_BYTES = MAX_COPIED_BYTES * MAX_BYTES_PER_BYTE + BYTES_AROUND_TEXT;

/** The most texts that are cached, such as statuses, and their longest length: one fits into the room that a cell begins with. */
const MAX_KNOWN_TEXTS = 64;
const MAX_KNOWN_CHARS = 64;

const LINE_FEED = 10;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;

/** The meaning of a byte of a cell. Most bytes are copied after one look-up. */
const ORDINARY = 0;
const ENDS_CELL = 1;
const IS_SPACE = 2;
const IS_ENTITY = 3;
/** Begins an escape if an x follows. */
const IS_UNDERSCORE = 4;
/** Begins a character from U+F000 on, of which XML does not have the last two. */
const BEGINS_LAST = 5;
/** The cell is left to `inlineString`. */
const IS_ODD = 6;

/** Every XML parser turns an unescaped carriage return into a line feed. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

const ENTITY_BYTES = new Map(
  Object.entries(ENTITIES).map(([char, entity]) => [char.charCodeAt(0), Buffer.from(entity)]),
);

const OUTSIDE_QUOTES = meanings();
OUTSIDE_QUOTES[COMMA] = OUTSIDE_QUOTES[LINE_FEED] = ENDS_CELL;
const IN_QUOTES = meanings();
IN_QUOTES[QUOTE] = ENDS_CELL;

const ROW_END = Buffer.from('</row>');
const TEXT_START = Buffer.from('<t>');
const TEXT_END = Buffer.from('</t></is></c>');
const CELL_END = Buffer.from('</is></c>');

/** Writes the rows of a sheet, one cell after the other, as bytes of XML. An empty cell is none. */
export class SheetBytes {
  readonly #cellStarts: readonly Uint8Array[];
  readonly #knownTexts = new Map<string, Uint8Array>();
  #bytes = newPiece();
  #length = 0;
  #rowNumber = 0;
  /** The XML between the letters of a column and the text of its cell. */
  #address: Uint8Array = new Uint8Array();

  /** `letters`: the letters of each column. */
  constructor(letters: readonly string[]) {
    this.#cellStarts = letters.map((column) => Buffer.from(`<c r="${column}`));
  }

  /** Whether a piece is to be taken before the next cell. */
  get isFull(): boolean {
    return this.#length >= PIECE_BYTES;
  }

  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = newPiece();
    this.#length = 0;
    return taken;
  }

  startRow(): void {
    this.#rowNumber += 1;
    this.#address = Buffer.from(`${this.#rowNumber}" t="inlineStr"><is>`);
    this.addXml(`<row r="${this.#rowNumber}">`);
  }

  endRow(): void {
    this.#append(ROW_END);
  }

  addXml(xml: string): void {
    this.#makeRoom(3 * xml.length);
    this.#length += this.#bytes.write(xml, this.#length);
  }

  /** Code: `cell_too_large`. */
  addText(column: number, text: string): void {
    if (text === '') return;
    assertCellHolds(text, this.#rowNumber, column);
    this.#startCell(column);
    const known = this.#knownTexts.get(text);
    if (known !== undefined) this.#append(known);
    else {
      const xml = inlineString(text);
      const mayRemember = text.length <= MAX_KNOWN_CHARS && this.#knownTexts.size < MAX_KNOWN_TEXTS;
      if (mayRemember) this.#knownTexts.set(text, Buffer.from(xml));
      this.addXml(xml);
    }
    this.#append(CELL_END);
  }

  /**
   * Adds the cell that begins at `start` of lines of a .csv result, and returns where it ends: at a comma or at the end of its line.
   * Throws RangeError if it does not end. Code: `cell_too_large`.
   */
  addCsvCell(column: number, lines: Buffer, start: number): number {
    const first = lines[start];
    if (first === COMMA || first === LINE_FEED) return start;
    const isQuoted = first === QUOTE;
    const before = this.#length;
    this.#startCell(column);
    this.#append(TEXT_START);
    const end = this.#copyText(lines, isQuoted ? start + 1 : start, isQuoted ? IN_QUOTES : OUTSIDE_QUOTES);
    if (end < 0) {
      this.#length = before;
      return this.#addDecodedCell(column, lines, start);
    }
    if (isQuoted && end === start + 1) this.#length = before;
    else this.#append(TEXT_END);
    return isQuoted ? end + 1 : end;
  }

  /** Copies the text that begins at `start` and returns the offset of its end; -1 if `inlineString` has to write it. */
  #copyText(lines: Buffer, start: number, meaningOf: Uint8Array): number {
    const bytes = this.#bytes;
    const most = start + MAX_COPIED_BYTES;
    let length = this.#length;
    for (let at = start; at < most; at += 1) {
      const byte = lines[at] ?? LINE_FEED;
      switch (meaningOf[byte]) {
        case ORDINARY:
          break;
        case ENDS_CELL:
          if (byte !== QUOTE || lines[at + 1] !== QUOTE) {
            this.#length = length;
            return at < lines.length ? at : -1;
          }
          at += 1;
          break;
        case IS_SPACE: {
          const next = lines[at + 1] ?? SPACE;
          const nextMeans = meaningOf[next];
          if (at === start || nextMeans === IS_SPACE || nextMeans === ENDS_CELL) return -1;
          break;
        }
        case IS_ENTITY: {
          const entity = ENTITY_BYTES.get(byte) ?? TEXT_START;
          bytes.set(entity, length);
          length += entity.length;
          continue;
        }
        case IS_UNDERSCORE:
          if (((lines[at + 1] ?? 0) | 32) === 0x78) return -1;
          break;
        case BEGINS_LAST:
          if (lines[at + 1] === 0xbf && (lines[at + 2] ?? 0) >= 0xbe) return -1;
          break;
        default:
          return -1;
      }
      bytes[length] = byte;
      length += 1;
    }
    return -1;
  }

  #addDecodedCell(column: number, lines: Buffer, start: number): number {
    const end = csvCellEnd(lines, start);
    const text = csvCellText(lines, start, end);
    assertCellHolds(text, this.#rowNumber, column);
    this.#startCell(column);
    this.addXml(inlineString(text));
    this.#append(CELL_END);
    return end;
  }

  /** It leaves room for a copied text. */
  #startCell(column: number): void {
    this.#makeRoom(SPARE_BYTES);
    this.#append(this.#cellStarts[column] ?? TEXT_START);
    this.#append(this.#address);
  }

  /** A few bytes: a loop takes less time than a call of `set`. */
  #append(added: Uint8Array): void {
    const bytes = this.#bytes;
    const length = this.#length;
    for (let at = 0; at < added.length; at += 1) bytes[length + at] = added[at] ?? 0;
    this.#length = length + added.length;
  }

  #makeRoom(count: number): void {
    const needed = this.#length + count + BYTES_AROUND_TEXT;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * needed);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

function newPiece(): Buffer {
  return Buffer.allocUnsafeSlow(PIECE_BYTES + 2 * SPARE_BYTES);
}

/** The meanings of bytes that are the same inside and outside of quotes. */
function meanings(): Uint8Array {
  const meaningOf = new Uint8Array(256);
  for (const byte of ENTITY_BYTES.keys()) meaningOf[byte] = IS_ENTITY;
  // A carriage return among them, for whose sake white space is preserved.
  meaningOf.fill(IS_ODD, 0, SPACE);
  meaningOf[SPACE] = IS_SPACE;
  meaningOf[0x5f] = IS_UNDERSCORE;
  meaningOf[0xef] = BEGINS_LAST;
  return meaningOf;
}

/** Characters that XML cannot hold, besides halves of surrogate pairs. */
const NOT_IN_XML = '\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff';

/** Whether a text may need escapes or preserved white space. Most texts need neither, and this test is cheap. */
const MAY_NEED_ESCAPES = new RegExp(`[&<>\\r_${NOT_IN_XML}\\ud800-\\udfff]`);

/**
 * Characters that are written as `_x0001_`. So is an underscore that would begin such an escape; escapes may overlap.
 */
const HEX_ESCAPED = new RegExp(`[${NOT_IN_XML}\\p{Cs}]|_(?=x[0-9a-f]{4}[_${NOT_IN_XML}\\p{Cs}])`, 'giu');

/** Without `xml:space`, readers may drop white space at the ends and join it within. */
const NEEDS_PRESERVING = /^ | $| {2}|[\t\r\n]/;

/**
 * The content of an `is` element, such that spreadsheets give back every character of the text: what XML cannot hold is written as
 * `_x0001_`, and `_x0001_` itself as `_x005F_x0001_` (ECMA-376 part 1, 22.9.2.19).
 */
export function inlineString(text: string): string {
  if (!MAY_NEED_ESCAPES.test(text)) return textElement(text, text);
  const inXml = text.replace(/[&<>\r]/g, (char) => ENTITIES[char] ?? char);
  const content = inXml.replace(HEX_ESCAPED, hexEscape);
  // exceljs undoes escapes of inline strings only in a run; to all others it is the same.
  return content === inXml ? textElement(text, content) : `<r>${textElement(text, content)}</r>`;
}

function textElement(text: string, content: string): string {
  return NEEDS_PRESERVING.test(text) ? `<t xml:space="preserve">${content}</t>` : `<t>${content}</t>`;
}

function hexEscape(char: string): string {
  return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
