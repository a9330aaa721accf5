import { TextDecoder } from 'node:util';
import { ByteText, type DecodedText, NO_TEXT, type TextEncodingFound } from './text-decoding.js';

/** TextDecoder says that bytes are wrong, but not where: it is given few at a time, so that the place can be told. */
const STEP_BYTES = 1_024;

/** What Node's decoder has for the characters of Hong Kong in Big5 instead of themselves. Names would be destroyed. */
const PRIVATE_USE = /[\ue000-\uf8ff]/;

/** Any encoding that TextDecoder knows. Bytes that are not in it are refused. */
export class CodePage extends ByteText {
  readonly encoding: TextEncodingFound;
  readonly #decoder: TextDecoder;
  #end: number;
  readonly #hasPrivateUse: boolean;

  constructor(encoding: TextEncodingFound, start = 0) {
    super(start);
    this.encoding = encoding;
    this.#end = start;
    this.#hasPrivateUse = encoding.name === 'big5';
    this.#decoder = new TextDecoder(encoding.name, { fatal: true, ignoreBOM: true });
  }

  protected override decodePart(part: Buffer, start: number): DecodedText {
    const texts: string[] = [];
    for (let at = 0; at < part.length; at += STEP_BYTES) {
      const text = this.#decode(part.subarray(at, at + STEP_BYTES), true);
      if (text === undefined) return { text: Buffer.from(texts.join('')), fault: this.#fault(start + at) };
      texts.push(text);
    }
    this.#end = start + part.length;
    return { text: Buffer.from(texts.join('')) };
  }

  override async end(): Promise<DecodedText> {
    const text = this.#decode(NO_TEXT, false);
    return text === undefined
      ? { text: NO_TEXT, fault: this.#fault(this.#end) }
      : { text: Buffer.from(text) };
  }

  #decode(bytes: Buffer, stream: boolean): string | undefined {
    try {
      const text = this.#decoder.decode(bytes, { stream });
      return this.#hasPrivateUse && PRIVATE_USE.test(text) ? undefined : text;
    } catch {
      return undefined;
    }
  }

  #fault(byte: number) {
    const { name, isGuessed } = this.encoding;
    const found = isGuessed
      ? `was taken for ${name}, but has bytes that are not: name its encoding in "encoding", or save it as UTF-8`
      : `has bytes that are not ${name}, which "encoding" says: name another one, or leave it out to have it found`;
    return { found: `${found};`, byte };
  }
}
