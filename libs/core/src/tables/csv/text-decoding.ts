import { isAscii, isUtf8 } from 'node:buffer';
import { utf8Characters, utf8Prefix, wholeCharacters } from './utf-8.js';
import { Utf16 } from './utf-16.js';
import { decodeWindows1252 } from './windows-1252.js';

/** Turns the bytes of a text file into UTF-8, piece by piece. */
export interface TextDecoding {
  decode(piece: Buffer): DecodedText;
  /** What was held back of the last piece. */
  end(): DecodedText;
}

export interface DecodedText {
  /** As far as the bytes are text in the file's encoding. */
  readonly text: Buffer;
  /** What stands behind it and cannot be text; nothing can be decoded after it. */
  readonly fault?: TextFault;
}

export interface TextFault {
  /** Half a sentence for people, of which `the file` is the subject. */
  readonly found: string;
  /** Where it stands, among the bytes given to `decode`, from 0. Undefined when it is the file as a whole. */
  readonly byte?: number;
}

const NOTHING = Buffer.alloc(0);

/**
 * The decoding of a file that begins with `head`, and how many bytes of it are the byte order mark. UTF-16 is told by its mark;
 * everything else is UTF-8 or Windows-1252, see {@link Utf8OrWindows1252}.
 */
export function textDecodingOf(head: Buffer): {
  readonly decoding: TextDecoding;
  readonly markBytes: number;
} {
  if (head[0] === 0xff && head[1] === 0xfe) return { decoding: new Utf16('little-endian'), markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { decoding: new Utf16('big-endian'), markBytes: 2 };
  const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return { decoding: new Utf8OrWindows1252(marked), markBytes: marked ? 3 : 0 };
}

/**
 * UTF-8 until the first character that is not ASCII decides: when its bytes are no UTF-8, the whole file is Windows-1252 (of which
 * the ASCII before it is a part); when they are, the file is UTF-8 to its end, and other bytes later on are refused rather than
 * guessed. So nothing is held back or read twice, and no byte is ever replaced. UTF-8 passes through as it is: only checked.
 *
 * The first character may be the broken one of a UTF-8 file. Its others then are letters with signs behind them in Windows-1252,
 * which hardly ever follow one another in real text; a file in which most do is refused at its end.
 */
class Utf8OrWindows1252 implements TextDecoding {
  #encoding: 'undecided' | 'utf-8' | 'windows-1252';
  /** The first bytes of a character whose last ones are in the next piece. */
  #cutCharacter = NOTHING;
  /** Bytes that were decoded, without those of the cut character. */
  #bytes = 0;
  /** Of a file that is read as Windows-1252: characters that could be UTF-8, and those that could not. */
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
