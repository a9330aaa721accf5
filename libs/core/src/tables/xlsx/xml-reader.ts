import { SaxesParser } from 'saxes';
import { malformedWorkbook } from './malformed-workbook.js';

/** An element's attributes, by their names as written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** What is done with a part's elements. Names come without their namespace prefix, which some writers put before all of them. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** No sheet is nested deeper than 20; each level is an object that stays until it is closed. */
const MAX_DEPTH = 100;

/**
 * Characters without an element that begins. saxes keeps a text or a tag in memory until it ends. A cell as long as Excel allows,
 * each character of it escaped, takes a quarter.
 */
const MAX_TOKEN_CHARS = 1024 * 1024;

/**
 * Reads XML as it arrives. It is saxes, which exceljs uses too, without exceljs's layer over it: that one loses CDATA sections and
 * accepts a part that ends half way. saxes knows no entities but XML's own five, which leaves nothing to expand.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  #charsSinceOpen = 0;
  #depth = 0;

  constructor(handler: XmlHandler) {
    this.#parser.on('error', (error) => {
      throw malformedWorkbook('is damaged: one of its parts is not XML', error);
    });
    this.#parser.on('opentag', (tag) => {
      this.#charsSinceOpen = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw malformedWorkbook('has a part that is nested too deeply');
      handler.open(localName(tag.name), tag.attributes);
    });
    this.#parser.on('closetag', (tag) => {
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
    this.#parser.write(xml);
    if (this.#charsSinceOpen > MAX_TOKEN_CHARS) {
      throw malformedWorkbook(`has a part with ${MAX_TOKEN_CHARS} characters and no element in them`);
    }
  }

  /** Code: `malformed_file` when elements are still open. */
  end(): void {
    this.#parser.close();
  }
}

/** Reads a whole part. */
export async function readXml(xml: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const reader = new XmlReader(handler);
  for await (const piece of xml) reader.write(piece);
  reader.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
