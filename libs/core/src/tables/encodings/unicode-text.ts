import { isUtf8 } from 'node:buffer';
import {
  ByteText,
  type DecodedText,
  NO_TEXT,
  type TextDecoding,
  type TextEncodingFound,
} from './text-decoding.js';

/** The number of bytes without a character that is cut off at the end. */
export function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back];
    if (byte === undefined) break;
    if (byte >= 0xc0) return characterLength(byte) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** The bytes before the first one that is not UTF-8. */
export function utf8Prefix(bytes: Buffer): Buffer {
  let end = 0;
  while (end < bytes.length) {
    const next = end + characterLength(bytes[end] ?? 0);
    if (next > bytes.length || !isUtf8(bytes.subarray(end, next))) break;
    end = next;
  }
  return bytes.subarray(0, end);
}

/** Counts UTF-8 characters beyond ASCII (`like`), and bytes beyond ASCII that are not UTF-8 (`unlike`). */
export function utf8Characters(bytes: Buffer): { readonly like: number; readonly unlike: number } {
  let like = 0;
  let unlike = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : lengthAt(bytes, at);
    if (length > 1) like += 1;
    else if (byte >= 0x80) unlike += 1;
    at += length;
  }
  return { like, unlike };
}

/** The length in bytes of the character at `start`; 1 if there is none. */
function lengthAt(bytes: Buffer, start: number): number {
  const lead = bytes[start] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const length = characterLength(lead);
  for (let at = start + 1; at < start + length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 1;
  }
  return length;
}

/** The length in bytes of a character that begins with this byte. */
function characterLength(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** UTF-8, which is checked and passed through unchanged. Other bytes are refused, never replaced. */
export class Utf8Text extends ByteText {
  readonly encoding = { name: 'utf-8', isGuessed: false } as const;
  /** The end of the sentence about bytes that are not UTF-8. */
  readonly #fault: string;
  /** The first bytes of a character whose last bytes are in the next piece. */
  #cutCharacter = NO_TEXT;
  /** The position in the file of the cut character, or of the next part if there is none. */
  #start = 0;

  constructor(start: number, fault: string) {
    super(start);
    this.#start = start;
    this.#fault = fault;
  }

  protected override decodePart(part: Buffer): DecodedText {
    const bytes = this.#cutCharacter.length === 0 ? part : Buffer.concat([this.#cutCharacter, part]);
    const whole = bytes.subarray(0, wholeCharacters(bytes));
    if (!isUtf8(whole)) return this.#upToFault(bytes);
    // Copied, since the piece belongs to its sender.
    this.#cutCharacter = Buffer.from(bytes.subarray(whole.length));
    this.#start += whole.length;
    return { text: whole };
  }

  override async end(): Promise<DecodedText> {
    return this.#cutCharacter.length === 0 ? { text: NO_TEXT } : this.#upToFault(this.#cutCharacter);
  }

  #upToFault(bytes: Buffer): DecodedText {
    const text = utf8Prefix(bytes);
    return { text, fault: { found: this.#fault, byte: this.#start + text.length } };
  }
}

const UNIT_BYTES = 2;

/** A NUL, or half of a surrogate pair: with the `u` flag, only a half without the other one matches. */
const NOT_TEXT = /\0|\p{Surrogate}/u;

export type Utf16Name = 'utf-16le' | 'utf-16be';

/** Decodes UTF-16 in one byte order. The bytes must not include a byte order mark, which would become text. */
export class Utf16 implements TextDecoding {
  readonly encoding: TextEncodingFound;
  readonly #isBigEndian: boolean;
  readonly #fault: string;
  /** The first bytes of a character whose last bytes are in the next piece. */
  #cutCharacter: Buffer = Buffer.alloc(0);
  /** Bytes decoded so far, without those of the cut character. */
  #bytes = 0;

  /** `by`: what named UTF-16, the mark of the file or the caller. */
  constructor(name: Utf16Name, by: 'marked' | 'named') {
    this.encoding = { name, isGuessed: false };
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
    'has bytes that are not UTF-16, which encoding=NAME says: name another one, or leave it out to have it found',
} as const;

function isHighSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\ud800' && unit <= '\udbff';
}
