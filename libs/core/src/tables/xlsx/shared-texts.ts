import { DialproofError } from '../../errors.js';
import type { TableLimits } from '../table-limits.js';

const SEGMENT_BITS = 20;
const SEGMENT_BYTES = 1 << SEGMENT_BITS;

/**
 * A workbook's shared strings, packed as UTF-8 into a few large pieces of memory: 100,000 short texts take 2 MB instead of the 10
 * that they take as strings, and the garbage collector does not visit them.
 */
export class SharedTexts {
  readonly #limits: TableLimits;
  readonly #segments: Buffer[] = [];
  /** Where each text starts: the segment in the upper bits, the place in it in the lower. */
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;
  #freeStart = SEGMENT_BYTES;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** Adds the next text. Code: `file_too_large` when all of them together are more than the limit. */
  add(text: string): void {
    // One character more than a cell may have is enough for the cell to be refused, should it ever be used.
    const kept = text.slice(0, Math.min(this.#limits.maxCellChars + 1, SEGMENT_BYTES / 4));
    if (this.#freeStart + Buffer.byteLength(kept) > SEGMENT_BYTES) this.#addSegment();
    if (this.#count === this.#starts.length) this.#grow();
    const segment = this.#segments.length - 1;
    const length = this.#segments[segment]?.write(kept, this.#freeStart) ?? 0;
    this.#starts[this.#count] = segment * SEGMENT_BYTES + this.#freeStart;
    this.#lengths[this.#count] = length;
    this.#freeStart += length;
    this.#count += 1;
  }

  /** The text of an index, undefined when there is none. */
  get(index: number): string | undefined {
    const start = this.#starts[index];
    const length = this.#lengths[index];
    if (start === undefined || length === undefined || index >= this.#count) return undefined;
    const place = start & (SEGMENT_BYTES - 1);
    return this.#segments[start >>> SEGMENT_BITS]?.toString('utf8', place, place + length);
  }

  #addSegment(): void {
    this.#assertRoomFor(SEGMENT_BYTES);
    this.#segments.push(Buffer.allocUnsafeSlow(SEGMENT_BYTES));
    this.#freeStart = 0;
  }

  #grow(): void {
    this.#assertRoomFor(this.#starts.byteLength * 2);
    this.#starts = doubled(this.#starts);
    this.#lengths = doubled(this.#lengths);
  }

  #assertRoomFor(bytes: number): void {
    const { maxSharedTextBytes } = this.#limits;
    const used = this.#segments.length * SEGMENT_BYTES + this.#starts.byteLength * 2;
    // The first pieces are free, so that a limit smaller than they are still allows small workbooks.
    if (this.#segments.length === 0 || used + bytes <= maxSharedTextBytes) return;
    throw new DialproofError('file_too_large', {
      hint: `the workbook's shared strings take more than the ${maxSharedTextBytes} bytes that are allowed`,
    });
  }
}

function doubled(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
