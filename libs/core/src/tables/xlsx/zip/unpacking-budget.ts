import { DialproofError } from '../../../model/errors.js';
import type { TableLimits } from '../../table-limits.js';
import { malformedWorkbook } from '../malformed-workbook.js';

/** Up to here, a high ratio alone says little: long formulas that differ in a row number compress a hundred times. */
const UNJUDGED_BYTES = 48 * 1024 * 1024;

/** What such parts may have of markup, beyond the ratio. */
const UNJUDGED_MARKUP_BYTES = 4 * 1024 * 1024;

/** What a tag, an attribute or an entity counts at most. It costs more than the text between two of them. */
const BYTES_PER_MARK = 16;

/** `<`, `=` and `&`: what begins a tag, an attribute's value and an entity. */
const [TAG, VALUE, ENTITY] = [0x3c, 0x3d, 0x26];

/**
 * Judges what the parts of a workbook unpack to, all of those that are read together, by what they are packed in. Parts that declare too
 * much for that are read if they are not large and have long texts and little markup, since markup is what takes time.
 */
export class UnpackingBudget {
  readonly #limits: TableLimits;
  #packedBytes = 0;
  #declaredBytes = 0;
  #bytes = 0;
  /** Bytes, of which those without markup are left out in parts with a high ratio. */
  #countedBytes = 0;
  #isHigh = false;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** Of all parts that were opened. */
  get packedBytes(): number {
    return this.#packedBytes;
  }

  /** A part is opened. Codes: `malformed_file`, `file_too_large`. */
  open(name: string, packedBytes: number, declaredBytes: number): void {
    const { maxBlankXmlBytes } = this.#limits;
    this.#packedBytes += packedBytes;
    this.#declaredBytes = this.#bytes + declaredBytes;
    this.#isHigh = this.#declaredBytes > this.#allowed(maxBlankXmlBytes);
    if (this.#declaredBytes > this.#allowed(Math.max(maxBlankXmlBytes, UNJUDGED_BYTES)))
      throw this.#ratioTooHigh(name);
    this.#assertWithinLimit(this.#declaredBytes);
  }

  /** A piece of the part was unpacked. Codes: `malformed_file`, `file_too_large`. */
  add(name: string, piece: Uint8Array): void {
    this.#bytes += piece.length;
    this.#assertWithinLimit(this.#bytes);
    this.#countedBytes += this.#isHigh
      ? Math.min(piece.length, BYTES_PER_MARK * marksIn(piece))
      : piece.length;
    if (this.#isHigh && this.#countedBytes > this.#allowed(UNJUDGED_MARKUP_BYTES))
      throw this.#ratioTooHigh(name);
  }

  #allowed(beyondRatio: number): number {
    return beyondRatio + this.#limits.maxCompressionRatio * this.#packedBytes;
  }

  #ratioTooHigh(name: string): DialproofError {
    const ratio = Math.round(this.#declaredBytes / this.#packedBytes);
    return malformedWorkbook(`unpacks to ${ratio} times its size (${name}), as no real sheet does`);
  }

  #assertWithinLimit(bytes: number): void {
    const { maxUnpackedBytes } = this.#limits;
    if (bytes <= maxUnpackedBytes) return;
    throw new DialproofError('file_too_large', {
      hint: `the workbook unpacks to more than the ${maxUnpackedBytes} bytes that are allowed`,
    });
  }
}

function marksIn(piece: Uint8Array): number {
  let marks = 0;
  for (const byte of piece) if (byte === TAG || byte === VALUE || byte === ENTITY) marks += 1;
  return marks;
}
