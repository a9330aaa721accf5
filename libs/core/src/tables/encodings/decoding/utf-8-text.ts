import { isUtf8 } from 'node:buffer';
import { ByteText, type DecodedText, NO_TEXT } from './text-decoding.js';
import { utf8Prefix, wholeCharacters } from './utf-8.js';

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
