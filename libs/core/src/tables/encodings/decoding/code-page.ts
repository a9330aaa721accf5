import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import { isBeyondWhatwg } from './encoding-name.js';
import { ByteText, type DecodedText, NO_TEXT, type TextEncodingFound } from './text-decoding.js';

/** Decoders report invalid bytes without their position. They get few bytes at a time, so that the position is known. */
const STEP_BYTES = 1_024;

/**
 * Those that Node's TextDecoder does not decode as the WHATWG says: of Korean it lacks 8,822 syllables, of Big5 the characters of Hong Kong, and
 * in Shift_JIS it takes control characters for others, and it lacks ISO-8859-16. None of them has a replacement character.
 */
const BY_ICONV = new Set(['shift_jis', 'euc-kr', 'big5', 'iso-8859-16']);

const REPLACEMENT = '\ufffd';

/** Decodes a part of a text, or its end without bytes; undefined for bytes that are not in the encoding. */
export type CodePageDecoder = (bytes: Buffer | undefined) => string | undefined;

/** A decoder of one text in an encoding, given by the name that `encodingName` has for it. */
export function codePageDecoder(name: string): CodePageDecoder {
  if (BY_ICONV.has(name) || isBeyondWhatwg(name)) {
    const decoder = iconv.getDecoder(name);
    return (bytes) => {
      const text = (bytes === undefined ? decoder.end() : decoder.write(bytes)) ?? '';
      return text.includes(REPLACEMENT) ? undefined : text;
    };
  }
  // By the WHATWG both have one decoder. Node's for GBK lacks some characters.
  const decoder = new TextDecoder(name === 'gbk' ? 'gb18030' : name, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return undefined;
    }
  };
}

/** Any encoding that {@link codePageDecoder} knows. Bytes that are not in it are refused. */
export class CodePage extends ByteText {
  readonly encoding: TextEncodingFound;
  readonly #decode: CodePageDecoder;
  #end: number;

  constructor(encoding: TextEncodingFound, start = 0) {
    super(start);
    this.encoding = encoding;
    this.#end = start;
    this.#decode = codePageDecoder(encoding.name);
  }

  protected override decodePart(part: Buffer, start: number): DecodedText | Promise<DecodedText> {
    const texts: string[] = [];
    for (let at = 0; at < part.length; at += STEP_BYTES) {
      const text = this.#decode(part.subarray(at, at + STEP_BYTES));
      if (text === undefined) return { text: Buffer.from(texts.join('')), fault: this.#fault(start + at) };
      texts.push(text);
    }
    this.#end = start + part.length;
    return { text: Buffer.from(texts.join('')) };
  }

  override async end(): Promise<DecodedText> {
    const text = this.#decode(undefined);
    return text === undefined
      ? { text: NO_TEXT, fault: this.#fault(this.#end) }
      : { text: Buffer.from(text) };
  }

  #fault(byte: number) {
    const { name, isGuessed } = this.encoding;
    const found = isGuessed
      ? `was taken for ${name}, but has bytes that are not: name its encoding in "encoding", or save it as UTF-8`
      : `has bytes that are not ${name}, which "encoding" says: name another one, or leave it out to have it found`;
    return { found, byte };
  }
}
