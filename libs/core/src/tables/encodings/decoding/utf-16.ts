import { type DecodedText, NO_TEXT, type TextDecoding, type TextEncodingFound } from './text-decoding.js';

const UNIT_BYTES = 2;

/** A NUL, or half of a surrogate pair: with the `u` flag, only a half without the other one matches. */
const NOT_TEXT = /\0|\p{Surrogate}/u;

export type Utf16Name = 'utf-16le' | 'utf-16be';

/** Decodes UTF-16 in one byte order. It expects the bytes behind the byte order mark, if the file has one: a mark would become text. */
export class Utf16 implements TextDecoding {
  readonly encoding: TextEncodingFound;
  readonly #isBigEndian: boolean;
  readonly #fault: string;
  /** The first bytes of a character whose last bytes are in the next piece. */
  #cutCharacter: Buffer = Buffer.alloc(0);
  /** Bytes decoded so far, without those of the cut character. */
  #bytes = 0;

  /** `by`: the reason for UTF-16, which is its mark, the caller, or its bytes. */
  constructor(name: Utf16Name, by: 'marked' | 'named' | 'guessed') {
    this.encoding = { name, isGuessed: by === 'guessed' };
    this.#isBigEndian = name === 'utf-16be';
    this.#fault = NOT_UTF16[by];
  }

  async decode(piece: Buffer): Promise<DecodedText> {
    const bytes = Buffer.concat([this.#cutCharacter, piece]);
    const text = this.#unitsOf(bytes);
    const whole = isHighSurrogate(text.at(-1)) ? text.slice(0, -1) : text;
    this.#cutCharacter = bytes.subarray(whole.length * UNIT_BYTES);
    return this.#checked(whole);
  }

  async end(): Promise<DecodedText> {
    if (this.#cutCharacter.length === 0) return { text: NO_TEXT };
    return { text: NO_TEXT, fault: { found: this.#fault, byte: this.#bytes } };
  }

  #unitsOf(bytes: Buffer): string {
    const units = bytes.subarray(0, bytes.length - (bytes.length % UNIT_BYTES));
    return (this.#isBigEndian ? Buffer.from(units).swap16() : units).toString('utf16le');
  }

  #checked(text: string): DecodedText {
    const wrong = text.search(NOT_TEXT);
    if (wrong === -1) {
      this.#bytes += text.length * UNIT_BYTES;
      return { text: Buffer.from(text) };
    }
    const found = text[wrong] === '\0' ? NUL_FOUND : this.#fault;
    return {
      text: Buffer.from(text.slice(0, wrong)),
      fault: { found, byte: this.#bytes + wrong * UNIT_BYTES },
    };
  }
}

const NUL_FOUND = 'has a NUL, which no text has';
const NOT_UTF16 = {
  marked: 'has the mark of UTF-16 but bytes that are not UTF-16',
  named:
    'has bytes that are not UTF-16, which "encoding" says: name another one, or leave it out to have it found',
  guessed: 'was taken for UTF-16 without its mark, but has bytes that are not: save it as UTF-8',
} as const;

function isHighSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\ud800' && unit <= '\udbff';
}
