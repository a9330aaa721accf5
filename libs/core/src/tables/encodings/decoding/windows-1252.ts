import { ByteText, type DecodedText, NO_TEXT } from './text-decoding.js';

/** Windows-1252 because the caller says so: every byte is taken. */
export class Windows1252 extends ByteText {
  readonly encoding = { name: 'windows-1252', isGuessed: false } as const;

  protected override decodePart(part: Buffer): DecodedText {
    return { text: Buffer.from(decodeWindows1252(part)) };
  }

  override async end(): Promise<DecodedText> {
    return { text: NO_TEXT };
  }
}

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
