import type { TableLimits } from '../table-limits.js';
import { RichText, unescapeText } from './cell-text.js';
import { PlainXml, SliceEnds } from './package/plain-xml.js';
import type { XmlPart } from './package/xml-part.js';
import { type XmlHandler, XmlReader } from './package/xml-reader.js';
import type { SharedTexts } from './shared-texts.js';

/** The XML around nearly all strings, which have one run. */
const ITEM_STARTS = ['<si><t>', '<si><t xml:space="preserve">'].map((written) => Buffer.from(written));
const ITEM_END = Buffer.from('</t></si>');

/** Adds the shared strings of a workbook to `texts`. Codes: `malformed_file`, `file_too_large`, `storage_unavailable`. */
export async function readSharedTexts(part: XmlPart, texts: SharedTexts, limits: TableLimits): Promise<void> {
  const reader = new SharedTextsReader(part, texts, limits);
  for await (const piece of part.text) {
    reader.read(piece);
    await texts.flush();
  }
  reader.end();
}

/** Reads plain strings without the parser, which takes several times as long; the parser reads everything else. */
class SharedTextsReader implements XmlHandler {
  readonly #part: XmlPart;
  readonly #texts: SharedTexts;
  readonly #item: RichText;
  readonly #xml: XmlReader;
  readonly #plain = new PlainXml();
  readonly #sliceEnds = new SliceEnds('si');
  #inList = false;
  #inItem = false;

  constructor(part: XmlPart, texts: SharedTexts, limits: TableLimits) {
    this.#part = part;
    this.#texts = texts;
    this.#item = new RichText(limits.maxCellChars);
    this.#xml = new XmlReader(part, this);
  }

  read(text: string): void {
    let wasPlain = false;
    for (let start = 0; start < text.length; ) {
      const plainEnd = this.#readPlainItems(text, start);
      const end = plainEnd > start ? plainEnd : this.#sliceEnds.find(text, start, wasPlain);
      if (end > plainEnd) this.#xml.write(text.slice(start, end));
      wasPlain = plainEnd > start;
      start = end;
    }
  }

  /** Code: `malformed_file` when elements are still open. */
  end(): void {
    this.#xml.end();
  }

  open(name: string): void {
    if (name === 'si') {
      this.#inItem = true;
      this.#item.start();
    } else if (name === 'sst') this.#inList = true;
    else this.#item.open(name);
  }

  text(text: string): void {
    this.#item.add(text);
  }

  close(name: string): void {
    if (name === 'si') {
      this.#inItem = false;
      this.#add(this.#item.value);
    } else if (name === 'sst') this.#inList = false;
    else this.#item.close(name);
  }

  place(): string {
    return `shared string ${this.#texts.count}`;
  }

  #readPlainItems(text: string, start: number): number {
    // Within a comment, strings do not count.
    if (!this.#inList || this.#inItem || !this.#xml.isBehindTag) return start;
    const plain = this.#plain;
    plain.set(text);
    let end = start;
    for (;;) {
      const itemStart = ITEM_STARTS.find((written) => plain.isAt(end, written));
      if (itemStart === undefined) break;
      const textStart = end + itemStart.length;
      const textEnd = plain.textEnd(textStart);
      if (textEnd < 0 || !plain.isAt(textEnd, ITEM_END)) break;
      this.#add(unescapeText(plain.textBetween(textStart, textEnd)));
      end = textEnd + ITEM_END.length;
    }
    if (end > start) this.#xml.count(end - start);
    return end;
  }

  #add(text: string): void {
    if (text !== '') this.#part.blank.addFilled();
    this.#texts.add(text);
  }
}
