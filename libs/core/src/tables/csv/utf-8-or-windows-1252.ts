import { isAscii, isUtf8 } from 'node:buffer';
import type { DecodedText, TextDecoding } from './text-decoding.js';
import { utf8Characters, utf8Prefix, wholeCharacters } from './utf-8.js';

const NOTHING = Buffer.alloc(0);

/**
 * Decodes UTF-8 or Windows-1252. The first character that is not ASCII decides which. If its bytes are UTF-8, the file is UTF-8 to its end, and other bytes behind it are
 * refused rather than guessed. If they are not, the whole file is Windows-1252, and the ASCII before it is the same in both. So nothing
 * is held back or read twice, and no byte is ever replaced. UTF-8 is only checked and passes through as it is.
 *
 * The first such character may be the one broken character of a UTF-8 file. Read as Windows-1252, each other one is then a letter
 * with signs behind it, which real text hardly ever has. A file is refused at its end if most of its characters are like that.
 */
export class Utf8OrWindows1252 implements TextDecoding {
  #encoding: 'undecided' | 'utf-8' | 'windows-1252';
  /** The first bytes of a character whose last ones are in the next piece. */
  #cutCharacter = NOTHING;
  /** Bytes decoded so far, without those of the cut character. */
  #bytes = 0;
  /** In a file that is read as Windows-1252: characters that could be UTF-8, and those that could not. */
  #likeUtf8 = 0;
  #unlikeUtf8 = 0;

  constructor(marked: boolean) {
    this.#encoding = marked ? 'utf-8' : 'undecided';
  }

  decode(piece: Buffer): DecodedText {
    const nul = piece.indexOf(0);
    if (nul === -1) return this.#decodeText(piece);
    const { text, fault } = this.#decodeText(piece.subarray(0, nul));
    return { text, fault: fault ?? { found: NUL_FOUND, byte: this.#bytes + this.#cutCharacter.length } };
  }

  end(): DecodedText {
    const last = this.#cutCharacter.length === 0 ? { text: NOTHING } : this.#decodeOther(this.#cutCharacter);
    if (last.fault !== undefined || this.#likeUtf8 <= this.#unlikeUtf8) return last;
    return { ...last, fault: { found: MOSTLY_UTF8 } };
  }

  #decodeText(piece: Buffer): DecodedText {
    if (this.#encoding === 'windows-1252') return this.#decodeWindows1252(piece);
    const bytes = this.#cutCharacter.length === 0 ? piece : Buffer.concat([this.#cutCharacter, piece]);
    const whole = bytes.subarray(0, wholeCharacters(bytes));
    if (!isUtf8(whole)) return this.#decodeOther(bytes);
    if (this.#encoding === 'undecided' && !isAscii(whole)) this.#encoding = 'utf-8';
    // A copy: the piece belongs to whoever sent it.
    this.#cutCharacter = Buffer.from(bytes.subarray(whole.length));
    this.#bytes += whole.length;
    return { text: whole };
  }

  #decodeOther(bytes: Buffer): DecodedText {
    const valid = utf8Prefix(bytes);
    if (this.#encoding === 'utf-8' || !isAscii(valid)) {
      return { text: valid, fault: { found: BEGINS_AS_UTF8, byte: this.#bytes + valid.length } };
    }
    this.#encoding = 'windows-1252';
    this.#cutCharacter = NOTHING;
    return this.#decodeWindows1252(bytes);
  }

  #decodeWindows1252(bytes: Buffer): DecodedText {
    const { like, unlike } = utf8Characters(bytes);
    this.#likeUtf8 += like;
    this.#unlikeUtf8 += unlike;
    this.#bytes += bytes.length;
    return { text: Buffer.from(decodeWindows1252(bytes)) };
  }
}

const NUL_FOUND = 'has a NUL byte, so it is not text, or is UTF-16 without its mark';
const BEGINS_AS_UTF8 = 'begins as UTF-8 but has a byte that is not UTF-8: save it as UTF-8';
const MOSTLY_UTF8 = 'has bytes that are not UTF-8, though most of its characters would be: save it as UTF-8';

// The bytes 0x80 to 0x9F in the WHATWG's windows-1252. The other bytes are as in Latin-1. TextDecoder is not used because several
// releases of Node decode this range as Latin-1.
const UPPER_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Decodes Windows-1252, in which every byte is a character. */
function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (char) => UPPER_CONTROLS.charAt(char.charCodeAt(0) - 0x80));
}
