import { isAscii } from 'node:buffer';
import { NO_TEXT } from '../decoding/text-decoding.js';

const ESCAPE = 0x1b;

/** How the escape sequences begin that switch to other letters, as in ISO-2022-JP. No other text has them. */
const SEQUENCES = ['\x1b$', '\x1b('];

/** Looks in ASCII that comes in pieces for the first escape sequence that switches to other letters. */
export class LetterSwitches {
  #cutEscape = NO_TEXT;

  /** An escape character at the end of the last piece, whose sequence may go on in the next one. */
  get cutEscape(): Buffer {
    return this.#cutEscape;
  }

  /**
   * Returns the bytes before the first sequence, and the bytes from it on if there is one. The bytes held back from the last piece come
   * first. A sequence behind a byte beyond ASCII does not count.
   */
  search(piece: Buffer): { readonly before: Buffer; readonly switched?: Buffer } {
    if (this.#cutEscape.length === 0 && !piece.includes(ESCAPE)) return { before: piece };
    const bytes = Buffer.concat([this.#cutEscape, piece]);
    const found = SEQUENCES.map((sequence) => bytes.indexOf(sequence)).filter((at) => at !== -1);
    const first = Math.min(...found);
    const before = bytes.subarray(0, first);
    if (found.length > 0 && isAscii(before)) {
      this.#cutEscape = NO_TEXT;
      return { before, switched: bytes.subarray(first) };
    }
    const isCut = bytes.at(-1) === ESCAPE && isAscii(bytes);
    const whole = isCut ? bytes.subarray(0, -1) : bytes;
    this.#cutEscape = Buffer.from(bytes.subarray(whole.length));
    return { before: whole };
  }
}
