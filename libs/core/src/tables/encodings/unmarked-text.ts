import { isAscii, isUtf8 } from 'node:buffer';
import { guessEncoding } from './guess/guess-encoding.js';
import { GuessedCodePage, GuessedWindows1252 } from './guess/guessed-text.js';
import {
  ByteText,
  type DecodedText,
  NO_TEXT,
  type TextDecoding,
  type TextEncodingFound,
} from './text-decoding.js';
import { Utf8Text, utf8Characters, utf8Prefix, wholeCharacters } from './unicode-text.js';

/** The most bytes that are held back for a decision. */
const SAMPLE_BYTES = 64 * 1024;

/** How many bytes of ASCII before the held bytes are part of the guess. */
const CONTEXT_BYTES = 64;

/** The longest character of UTF-8, in bytes. */
const LONGEST_CHARACTER = 4;

/** This many valid characters beyond ASCII occur only in text that is UTF-8. */
const SURE_CHARACTERS = 16;

/**
 * Text without a declared encoding. ASCII is the same in all possible encodings, and passes through. From the first byte beyond ASCII on,
 * bytes are held back until it is clear that they are UTF-8, usually after some characters, or until there are enough for a guess. So
 * nothing is read twice, and no byte is ever replaced.
 *
 * Encodings of ISO 2022, such as ISO-2022-JP, are ASCII with escape sequences. They are refused unless they are named.
 *
 * A file that is UTF-8 except for a few bytes is refused rather than guessed.
 */
export class UnmarkedText extends ByteText {
  #decoding: TextDecoding | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** The number of held bytes at which the next decision is tried. It grows, since each try costs as much as all tries before. */
  #nextTryBytes = 0;
  #heldStart = 0;
  /** The last ASCII before the held bytes. */
  #context = NO_TEXT;

  override get encoding(): TextEncodingFound {
    return this.#decoding?.encoding ?? { name: 'utf-8', isGuessed: false };
  }

  protected override async decodePart(part: Buffer, start: number): Promise<DecodedText> {
    if (this.#decoding !== undefined) return await this.#decoding.decode(part);
    return await this.#decodeUndecided(part, start);
  }

  async #decodeUndecided(part: Buffer, start: number): Promise<DecodedText> {
    let ascii = NO_TEXT;
    if (this.#heldBytes > 0) this.#hold(part);
    else {
      const first = isAscii(part) ? part.length : part.findIndex((byte) => byte >= 0x80);
      ascii = part.subarray(0, first);
      if (switchesLetters(this.#context, ascii)) return { text: NO_TEXT, fault: { found: SWITCHES_LETTERS } };
      this.#keepContext(ascii);
      if (first === part.length) return { text: ascii };
      this.#heldStart = start + first;
      this.#hold(part.subarray(first));
    }
    if (this.#heldBytes < this.#nextTryBytes) return { text: ascii };
    this.#nextTryBytes = Math.min(SAMPLE_BYTES, this.#heldBytes * 2);
    const { text, fault } = await this.#decide(this.#heldBytes >= SAMPLE_BYTES);
    return { text: Buffer.concat([ascii, text]), ...(fault === undefined ? {} : { fault }) };
  }

  override async end(): Promise<DecodedText> {
    const decided = this.#heldBytes > 0 ? await this.#decide(true) : { text: NO_TEXT };
    if (decided.fault !== undefined || this.#decoding === undefined) return decided;
    const { text, fault } = await this.#decoding.end();
    return { text: Buffer.concat([decided.text, text]), ...(fault === undefined ? {} : { fault }) };
  }

  #keepContext(ascii: Buffer): void {
    const bytes = ascii.length < CONTEXT_BYTES ? Buffer.concat([this.#context, ascii]) : ascii;
    this.#context = Buffer.from(bytes.subarray(-CONTEXT_BYTES));
  }

  /** Keeps a copy, since the piece belongs to its sender. */
  #hold(bytes: Buffer): void {
    this.#held.push(Buffer.from(bytes));
    this.#heldBytes += bytes.length;
  }

  /** Decodes the held bytes if their encoding is clear, or if it `must` be decided. */
  async #decide(must: boolean): Promise<DecodedText> {
    const bytes = Buffer.concat(this.#held);
    const whole = bytes.subarray(0, wholeCharacters(bytes));
    const { like, unlike } = utf8Characters(whole);
    const isClear = isUtf8(whole) && like >= SURE_CHARACTERS;
    if (!must && !isClear) {
      this.#held = [bytes];
      return { text: NO_TEXT };
    }
    this.#decoding = await this.#decodingOf(bytes, like, unlike);
    this.#held = [];
    this.#heldBytes = 0;
    if (this.#decoding !== undefined) return await this.#decoding.decode(bytes);
    return { text: NO_TEXT, fault: { found: UNKNOWN, byte: this.#heldStart } };
  }

  async #decodingOf(bytes: Buffer, like: number, unlike: number): Promise<TextDecoding | undefined> {
    const isUtf8First = utf8Prefix(bytes.subarray(0, LONGEST_CHARACTER)).length > 0;
    // In text of other encodings, some characters may look like UTF-8.
    if (isUtf8First && like * 2 >= unlike) return new Utf8Text(this.#heldStart, BEGINS_AS_UTF8);
    const name = like > unlike ? 'windows-1252' : await guessEncoding(Buffer.concat([this.#context, bytes]));
    if (name === undefined) return undefined;
    return name === 'windows-1252'
      ? new GuessedWindows1252(this.#heldStart)
      : new GuessedCodePage(name, bytes, this.#heldStart);
  }
}

const BEGINS_AS_UTF8 =
  'begins as UTF-8 but has a byte that is not UTF-8: save it as UTF-8, or name its encoding by encoding=NAME';
const UNKNOWN =
  'is not UTF-8, and its encoding cannot be told for sure: name it, such as encoding=windows-1251 or encoding=shift_jis, or save the file as UTF-8';
const SWITCHES_LETTERS =
  'has escape sequences, as iso-2022-jp has: name its encoding by encoding=NAME, or save it as UTF-8';

const ESCAPE = 0x1b;

/** Whether ASCII has an escape sequence that only ISO 2022 has. `before`: the ASCII before it. */
function switchesLetters(before: Buffer, ascii: Buffer): boolean {
  if (before.at(-1) !== ESCAPE && !ascii.includes(ESCAPE)) return false;
  const bytes = Buffer.concat([before.subarray(-1), ascii]);
  return bytes.includes('\x1b$') || bytes.includes('\x1b(');
}
