import { isAscii, isUtf8 } from 'node:buffer';
import { decodeWindows1252 } from './windows-1252.js';

/** Turns the bytes of a text file into UTF-8, piece by piece. Both methods throw {@link UndecodableText}. */
export interface TextDecoding {
  decode(piece: Buffer): Buffer;
  /** What was held back of the last piece. */
  end(): Buffer;
}

/** Bytes that are no text in the file's encoding. The message is a sentence for people. */
export class UndecodableText extends Error {}

const NOTHING = Buffer.alloc(0);

/**
 * The decoding of a file that begins with `head`, and how many bytes of it are the byte order mark. UTF-16 is told by its mark;
 * everything else is UTF-8 or Windows-1252, see {@link Utf8OrWindows1252}.
 */
export function textDecodingOf(head: Buffer): {
  readonly decoding: TextDecoding;
  readonly markBytes: number;
} {
  if (head[0] === 0xff && head[1] === 0xfe) return { decoding: new Utf16('utf-16le'), markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { decoding: new Utf16('utf-16be'), markBytes: 2 };
  const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return { decoding: new Utf8OrWindows1252(marked), markBytes: marked ? 3 : 0 };
}

class Utf16 implements TextDecoding {
  readonly #decoder: InstanceType<typeof TextDecoder>;

  constructor(encoding: 'utf-16le' | 'utf-16be') {
    // The mark has been taken off; a second one would be text.
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  }

  decode(piece: Buffer): Buffer {
    return this.#run(() => this.#decoder.decode(piece, { stream: true }));
  }

  end(): Buffer {
    return this.#run(() => this.#decoder.decode());
  }

  #run(decode: () => string): Buffer {
    try {
      return Buffer.from(decode());
    } catch (cause) {
      throw new UndecodableText('the file has the mark of UTF-16 but bytes that are not UTF-16', { cause });
    }
  }
}

/**
 * UTF-8 until the first character that is not ASCII decides: when its bytes are no UTF-8, the whole file is Windows-1252 (of which
 * the ASCII before it is a part); when they are, the file is UTF-8 to its end, and other bytes later on are refused rather than
 * guessed. So nothing is held back or read twice, and no byte is ever replaced. UTF-8 passes through as it is: only checked.
 */
class Utf8OrWindows1252 implements TextDecoding {
  #encoding: 'undecided' | 'utf-8' | 'windows-1252';
  /** The first bytes of a character whose last ones are in the next piece. */
  #cutCharacter = NOTHING;

  constructor(marked: boolean) {
    this.#encoding = marked ? 'utf-8' : 'undecided';
  }

  decode(piece: Buffer): Buffer {
    if (this.#encoding === 'windows-1252') return Buffer.from(decodeWindows1252(piece));
    const bytes = this.#cutCharacter.length === 0 ? piece : Buffer.concat([this.#cutCharacter, piece]);
    const whole = bytes.subarray(0, wholeCharacters(bytes));
    if (!isUtf8(whole)) return this.#decodeOther(bytes);
    if (this.#encoding === 'undecided' && !isAscii(whole)) this.#encoding = 'utf-8';
    // A copy: the piece belongs to whoever sent it.
    this.#cutCharacter = Buffer.from(bytes.subarray(whole.length));
    return whole;
  }

  end(): Buffer {
    return this.#cutCharacter.length === 0 ? NOTHING : this.#decodeOther(this.#cutCharacter);
  }

  #decodeOther(bytes: Buffer): Buffer {
    if (this.#encoding === 'utf-8' || startsAsUtf8(bytes)) {
      throw new UndecodableText(
        'the file begins as UTF-8 but has bytes that are not UTF-8: save it as UTF-8',
      );
    }
    this.#encoding = 'windows-1252';
    this.#cutCharacter = NOTHING;
    return Buffer.from(decodeWindows1252(bytes));
  }
}

/** How many bytes at the start of `bytes` are left when a character that is cut off at its end is not counted. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back];
    if (byte === undefined) break;
    if (byte >= 0xc0) return characterLength(byte) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** Whether the first character that is not ASCII is UTF-8. */
function startsAsUtf8(bytes: Buffer): boolean {
  const start = bytes.findIndex((byte) => byte >= 0x80);
  const lead = bytes[start];
  if (lead === undefined || lead < 0xc0) return false;
  return isUtf8(bytes.subarray(start, start + characterLength(lead)));
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
