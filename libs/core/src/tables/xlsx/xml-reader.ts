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

/**
 * Reads XML as it arrives. saxes keeps a text or a tag in memory until it ends, so that one without an end is refused after
 * `maxTokenChars`. It knows no entities but XML's own five, which leaves nothing to expand.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  readonly #maxTokenChars: number;
  #charsSinceEvent = 0;

  constructor(handler: XmlHandler, maxTokenChars: number) {
    this.#maxTokenChars = maxTokenChars;
    this.#parser.on('error', (error) => {
      throw malformedWorkbook('is damaged: one of its parts is not XML', error);
    });
    this.#parser.on('opentag', (tag) => {
      this.#charsSinceEvent = 0;
      handler.open(localName(tag.name), tag.attributes);
    });
    this.#parser.on('closetag', (tag) => {
      handler.close?.(localName(tag.name));
    });
    const onText = handler.text?.bind(handler);
    if (onText !== undefined) {
      this.#parser.on('text', onText);
      this.#parser.on('cdata', onText);
    }
  }

  write(xml: string): void {
    this.#charsSinceEvent += xml.length;
    this.#parser.write(xml);
    if (this.#charsSinceEvent > this.#maxTokenChars) {
      throw malformedWorkbook(`has more than ${this.#maxTokenChars} characters between two tags`);
    }
  }

  end(): void {
    this.#parser.close();
  }
}

/** Reads a whole part. */
export async function readXml(
  xml: AsyncIterable<string>,
  handler: XmlHandler,
  maxTokenChars: number,
): Promise<void> {
  const reader = new XmlReader(handler, maxTokenChars);
  for await (const piece of xml) reader.write(piece);
  reader.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
