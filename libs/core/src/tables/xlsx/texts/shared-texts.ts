import { DialproofError } from '../../../model/errors.js';
import type { TableLimits } from '../../table-limits.js';
import type { TempFile } from '../temp-file.js';
import { OverflowBytes } from './overflow-bytes.js';

const INDEX_BITS = 16;
const INDEX_SIZE = 1 << INDEX_BITS;
/** Added to the bytes of each string, so that empty strings are bounded too. */
const BYTES_PER_STRING = 16;

/** A cache of recent texts: cities and the like repeat, and a new string for each cell would soon be garbage. */
const RECENT_TEXTS = 256;

/**
 * A workbook's shared strings as UTF-8 with an index of 4 bytes a string, of which only a part is in memory. As an array of
 * strings, those of a wide workbook take hundreds of megabytes, which the garbage collector visits again and again.
 */
export class SharedTexts {
  readonly #limits: TableLimits;
  readonly #bytes: OverflowBytes;
  /** Where each text starts; it ends where the next one does. In pieces, so that growing copies nothing. */
  readonly #starts: Uint32Array[] = [];
  #count = 0;
  /** Each text has one slot, and stands there with its index. */
  readonly #recentTexts: string[] = [];
  readonly #recentIndexes = new Int32Array(RECENT_TEXTS).fill(-1);

  constructor(file: TempFile, limits: TableLimits) {
    this.#bytes = new OverflowBytes(file);
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds the next text. Code: `file_too_large` when all of them together are more than the limit. */
  add(text: string): void {
    const { maxCellChars, maxSharedTextBytes } = this.#limits;
    if (this.#bytes.size + this.#count * BYTES_PER_STRING > maxSharedTextBytes) {
      throw new DialproofError('file_too_large', {
        hint: `the workbook's shared strings take more than the ${maxSharedTextBytes} bytes that are allowed`,
      });
    }
    this.#indexPiece()[this.#count & (INDEX_SIZE - 1)] = this.#bytes.size;
    this.#count += 1;
    // One character more than a cell may have is enough to refuse the cell later.
    this.#bytes.append(text.slice(0, maxCellChars + 1));
  }

  /** Call it repeatedly while texts are added, and after the last one. Code: `storage_unavailable`. */
  async flush(): Promise<void> {
    await this.#bytes.flush();
  }

  /** The text of an index, undefined when there is none. */
  get(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    const place = index % RECENT_TEXTS;
    if (this.#recentIndexes[place] === index) return this.#recentTexts[place];
    const text = this.#bytes.text(this.#startOf(index), this.#endOf(index));
    this.#recentIndexes[place] = index;
    this.#recentTexts[place] = text;
    return text;
  }

  #indexPiece(): Uint32Array {
    const last = this.#starts[this.#count >>> INDEX_BITS];
    if (last !== undefined) return last;
    const next = new Uint32Array(INDEX_SIZE);
    this.#starts.push(next);
    return next;
  }

  #endOf(index: number): number {
    return index === this.#count - 1 ? this.#bytes.size : this.#startOf(index + 1);
  }

  #startOf(index: number): number {
    return this.#starts[index >>> INDEX_BITS]?.[index & (INDEX_SIZE - 1)] ?? 0;
  }
}
