import { isUtf8 } from 'node:buffer';
import { ByteText, type DecodedText, NO_TEXT } from './text-decoding.js';

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

/** The bytes before the first one that is part of no character. */
export function utf8Prefix(bytes: Buffer): Buffer {
  let end = 0;
  while (end < bytes.length) {
    const next = end + characterLength(bytes[end] ?? 0);
    if (next > bytes.length || !isUtf8(bytes.subarray(end, next))) break;
    end = next;
  }
  return bytes.subarray(0, end);
}

/** Counts characters beyond ASCII (`like`), and other bytes beyond ASCII (`unlike`). */
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

/** UTF-8, which is only checked and passes through as it is. Other bytes are refused: no byte is ever replaced. */
export class Utf8Text extends ByteText {
  readonly encoding = { name: 'utf-8', isGuessed: false } as const;
  /** The end of the sentence about bytes that are not UTF-8. */
  readonly #fault: string;
  /** The first bytes of a character whose last bytes are in the next piece. */
  #cutCharacter = NO_TEXT;
  /** The position in the file of the cut character, or else of the next part. */
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
    // A copy: the piece belongs to whoever sent it.
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
