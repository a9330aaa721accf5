import { ByteText, type DecodedText, NO_TEXT } from './text-decoding.js';
import { utf8Characters } from './utf-8.js';

/** Bytes without a character. Text that has them was written in something else. */
const WITHOUT_CHARACTER = /[\u0081\u008d\u008f\u0090\u009d]/;

/**
 * Windows-1252. Where it is a guess, the bytes that have no character in it are refused, and so is, at its end, a file most of whose
 * characters would be UTF-8: its first one was broken, and each other one would be a letter with signs behind it, which real text
 * hardly ever has.
 */
export class Windows1252 extends ByteText {
  readonly encoding: { readonly name: 'windows-1252'; readonly isGuessed: boolean };
  #likeUtf8 = 0;
  #unlikeUtf8 = 0;

  constructor(isGuessed: boolean, start = 0) {
    super(start);
    this.encoding = { name: 'windows-1252', isGuessed };
  }

  protected override decodePart(part: Buffer, start: number): DecodedText {
    const text = decodeWindows1252(part);
    if (!this.encoding.isGuessed) return { text: Buffer.from(text) };
    const { like, unlike } = utf8Characters(part);
    this.#likeUtf8 += like;
    this.#unlikeUtf8 += unlike;
    const wrong = text.search(WITHOUT_CHARACTER);
    if (wrong === -1) return { text: Buffer.from(text) };
    return {
      text: Buffer.from(text.slice(0, wrong)),
      fault: { found: NOT_WINDOWS_1252, byte: start + wrong },
    };
  }

  override async end(): Promise<DecodedText> {
    const isBroken = this.encoding.isGuessed && this.#likeUtf8 > this.#unlikeUtf8;
    return isBroken ? { text: NO_TEXT, fault: { found: MOSTLY_UTF8 } } : { text: NO_TEXT };
  }
}

const NOT_WINDOWS_1252 =
  'is neither UTF-8 nor, by a byte that has no character there, Windows-1252: save it as UTF-8, or name its encoding in "encoding"';
const MOSTLY_UTF8 =
  'has bytes that are not UTF-8, though most of its characters would be: save it as UTF-8, or name its encoding in "encoding"';

// The bytes 0x80 to 0x9F in the WHATWG's windows-1252. The other bytes are as in Latin-1. TextDecoder is not used because several
// releases of Node decode this range as Latin-1.
const UPPER_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Decodes Windows-1252, in which every byte is a character: those without one are control characters, as in browsers. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (char) => UPPER_CONTROLS.charAt(char.charCodeAt(0) - 0x80));
}
