import { SaxesParser } from 'saxes';
import type { XmlPart } from './xml-part.js';
import { malformedWorkbook } from './zip-directory.js';

/** An element's attributes, by their names as written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** The handler of a part's elements. Names come without the namespace prefix that some writers use. */
export interface XmlHandler {
  /** `prefix`: the namespace prefix with its colon, or empty. */
  open(name: string, attributes: XmlAttributes, prefix: string): void;
  close?(name: string): void;
  text?(text: string): void;
  /** The position, for the hint of a refusal. */
  place?(): string;
}

/** No sheet is nested deeper than 20; each level is an object that stays until it is closed. */
const MAX_DEPTH = 100;

/**
 * The most characters without the beginning of an element: saxes keeps a text or a tag in memory until it ends. The longest cell of Excel
 * with each character escaped has a quarter of this.
 */
const MAX_TOKEN_CHARS = 1024 * 1024;

const ENCODINGS = /^(?:utf-?8|utf-?16(?:le|be)?|(?:us-)?ascii)$/i;

/**
 * Reads XML as it arrives. It uses saxes directly: exceljs, which also uses saxes, loses CDATA sections and accepts a part that ends half
 * way. saxes knows no entities but XML's own five and fetches nothing; a part that declares others is refused before one could be used, as
 * no writer of workbooks has a document type.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  readonly #part: XmlPart;
  readonly #place: () => string;
  #skippedChars = 0;
  #charsSinceOpen = 0;
  #depth = 0;
  #writtenChars = 0;
  #lastWritten = '';
  #charsUpToTag = -1;

  constructor(part: XmlPart, handler: XmlHandler) {
    this.#part = part;
    this.#place = () => handler.place?.() ?? part.name;
    this.#parser.on('error', (error) => {
      throw malformedWorkbook(
        `is damaged: its part ${part.name} is not XML at character ${this.#parser.position + this.#skippedChars}`,
        error,
      );
    });
    this.#parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
      if (ENCODINGS.test(encoding)) return;
      throw malformedWorkbook(
        `its part ${part.name} is in ${encoding.slice(0, 40)}, workbooks are in UTF-8 or UTF-16`,
      );
    });
    this.#parser.on('doctype', () => {
      throw malformedWorkbook(`its part ${part.name} has a document type, as no workbook has`);
    });
    this.#parser.on('opentag', (tag) => {
      this.#charsSinceOpen = 0;
      this.#charsUpToTag = this.#parser.position;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw this.#malformed(`is nested deeper than ${MAX_DEPTH} elements`);
      const name = localName(tag.name);
      handler.open(name, tag.attributes, tag.name.slice(0, -name.length));
    });
    this.#parser.on('closetag', (tag) => {
      this.#charsUpToTag = this.#parser.position;
      this.#depth -= 1;
      handler.close?.(localName(tag.name));
    });
    const onText = handler.text?.bind(handler);
    if (onText === undefined) return;
    this.#parser.on('text', onText);
    this.#parser.on('cdata', onText);
  }

  /** Code: `malformed_file`, and what the handler throws. */
  write(xml: string): void {
    this.#charsSinceOpen += xml.length;
    this.#writtenChars += xml.length;
    this.#lastWritten = xml;
    this.#parser.write(xml);
    this.#part.blank.add(xml.length, this.#place);
    if (this.#charsSinceOpen > MAX_TOKEN_CHARS) {
      throw this.#malformed(`has ${MAX_TOKEN_CHARS} characters and no element in them`);
    }
  }

  /** Whether the XML so far ends with a tag, blanks aside. */
  get isBehindTag(): boolean {
    const since = this.#writtenChars - this.#charsUpToTag;
    return (
      since === 0 || (since <= this.#lastWritten.length && /^\s+$/.test(this.#lastWritten.slice(-since)))
    );
  }

  /**
   * Counts XML that the caller has read itself, instead of `write`. `blankChars`: the characters of blank rows among them. Code:
   * `malformed_file`.
   */
  count(chars: number, blankChars = 0): void {
    this.#skippedChars += chars;
    this.#part.blank.addPlain(chars, blankChars, this.#place);
  }

  /** Code: `malformed_file` when elements are still open. */
  end(): void {
    this.#parser.close();
  }

  #malformed(found: string) {
    return malformedWorkbook(`its part ${this.#part.name} ${found} (${this.#place()})`);
  }
}

/** Reads a whole part. */
export async function readXml(part: XmlPart, handler: XmlHandler): Promise<void> {
  const reader = new XmlReader(part, handler);
  for await (const piece of part.text) reader.write(piece);
  reader.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
