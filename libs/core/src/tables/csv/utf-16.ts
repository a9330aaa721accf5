import type { DecodedText, TextDecoding } from './text-decoding.js';

const UNIT_BYTES = 2;

/** A NUL, or half of a surrogate pair: with the `u` flag, only a half without the other one matches. */
const NO_TEXT = /\0|\p{Surrogate}/u;

/** Decodes UTF-16 behind its byte order mark. A second mark is text. */
export class Utf16 implements TextDecoding {
  readonly #isBigEndian: boolean;
  /** The first bytes of a character whose last ones are in the next piece. */
  #cutCharacter: Buffer = Buffer.alloc(0);
  /** Bytes decoded so far, without those of the cut character. */
  #bytes = 0;

  constructor(order: 'little-endian' | 'big-endian') {
    this.#isBigEndian = order === 'big-endian';
  }

  decode(piece: Buffer): DecodedText {
    const bytes = Buffer.concat([this.#cutCharacter, piece]);
    const text = this.#unitsOf(bytes);
    const whole = isHighSurrogate(text.at(-1)) ? text.slice(0, -1) : text;
    this.#cutCharacter = bytes.subarray(whole.length * UNIT_BYTES);
    return this.#checked(whole);
  }

  end(): DecodedText {
    if (this.#cutCharacter.length === 0) return { text: Buffer.alloc(0) };
    return { text: Buffer.alloc(0), fault: { found: NOT_UTF16, byte: this.#bytes } };
  }

  #unitsOf(bytes: Buffer): string {
    const units = bytes.subarray(0, bytes.length - (bytes.length % UNIT_BYTES));
    return (this.#isBigEndian ? Buffer.from(units).swap16() : units).toString('utf16le');
  }

  #checked(text: string): DecodedText {
    const wrong = text.search(NO_TEXT);
    if (wrong === -1) {
      this.#bytes += text.length * UNIT_BYTES;
      return { text: Buffer.from(text) };
    }
    const found = text[wrong] === '\0' ? NUL_FOUND : NOT_UTF16;
    return {
      text: Buffer.from(text.slice(0, wrong)),
      fault: { found, byte: this.#bytes + wrong * UNIT_BYTES },
    };
  }
}

const NUL_FOUND = 'has a NUL, which no text has';
const NOT_UTF16 = 'has the mark of UTF-16 but bytes that are not UTF-16';

function isHighSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\ud800' && unit <= '\udbff';
}
