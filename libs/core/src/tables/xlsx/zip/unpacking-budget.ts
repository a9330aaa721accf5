import { DialproofError } from '../../../model/errors.js';
import type { TableLimits } from '../../table-limits.js';
import { malformedWorkbook } from '../malformed-workbook.js';

/** Up to here, a high ratio alone says little: long formulas that differ in a row number compress a hundred times. */
const UNJUDGED_BYTES = 48 * 1024 * 1024;

/** The allowed markup of such parts beyond the ratio. */
const UNJUDGED_MARKUP_BYTES = 4 * 1024 * 1024;

/** The bytes that a tag, an attribute or an entity counts at most. It costs more than text. */
const BYTES_PER_MARK = 16;

/** `<`, `=` and `&`: what begins a tag, an attribute's value and an entity. */
const [TAG, VALUE, ENTITY] = [0x3c, 0x3d, 0x26];

/**
 * Limits the unpacked size of all read parts of a workbook by their packed size. A part beyond the ratio is still read if it is not large
 * and has long texts and little markup, since markup takes the time.
 */
export class UnpackingBudget {
  readonly #limits: TableLimits;
  #packedBytes = 0;
  #declaredBytes = 0;
  #bytes = 0;
  /** The counted bytes. In parts with a high ratio, bytes without markup do not count. */
  #countedBytes = 0;
  #isHigh = false;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** The packed bytes of all opened parts. */
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
