import { DialproofError } from '../../model/errors.js';
import type { TableLimits } from '../table-limits.js';
import type { TempFile } from './package/temp-file.js';

/** Small enough for cheap random access, large enough to read many texts in order at once. */
const PAGE_BYTES = 16 * 1024;
const MEMORY_PAGES = 512;
const CACHED_PAGES = 256;
const MAX_BYTES_PER_CHAR = 3;

/**
 * Texts in UTF-8 that are appended once and then read in any order: the first 8 MiB stay in memory, and the rest is appended to the
 * temporary file. So memory does not grow with the texts.
 */
class OverflowBytes {
  readonly #file: TempFile;
  readonly #memory: Buffer[] = [];
  /** Cached pages of the file. Each page has one slot; a new page replaces the one in its slot. */
  readonly #cache: { readonly page: number; readonly bytes: Buffer }[] = [];
  #unwritten: Buffer[] = [];
  /** Written pages for reuse. New memory for each page would remain until it is collected. */
  #spare: Buffer[] = [];
  #tail: Buffer = Buffer.allocUnsafeSlow(PAGE_BYTES);
  #size = 0;
  /** The offset of the first page in the file. */
  #fileStart = -1;

  constructor(file: TempFile) {
    this.#file = file;
  }

  get size(): number {
    return this.#size;
  }

  append(text: string): void {
    const place = this.#size % PAGE_BYTES;
    if (text.length * MAX_BYTES_PER_CHAR < PAGE_BYTES - place) this.#size += this.#tail.write(text, place);
    else this.#appendBytes(Buffer.from(text));
  }

  #appendBytes(bytes: Buffer): void {
    for (let start = 0; start < bytes.length; ) {
      const copied = bytes.copy(this.#tail, this.#size % PAGE_BYTES, start);
      start += copied;
      this.#size += copied;
      if (this.#size % PAGE_BYTES === 0) this.#startPage();
    }
  }

  /** Writes the part that does not stay in memory. Call it after the last `append` and before the first `text`. */
  async flush(): Promise<void> {
    const pages = this.#unwritten;
    if (pages.length === 0) return;
    if (this.#fileStart < 0) this.#fileStart = this.#file.size;
    this.#unwritten = [];
    for (const page of pages) await this.#file.append(page);
    this.#spare = pages;
  }

  /** The bytes from `start` up to `end` as text. */
  text(start: number, end: number): string {
    const first = Math.floor(start / PAGE_BYTES);
    const firstByte = start - first * PAGE_BYTES;
    if (firstByte + end - start <= PAGE_BYTES) {
      return this.#page(first).toString('utf8', firstByte, firstByte + end - start);
    }
    const pieces: Buffer[] = [];
    for (let page = first; page * PAGE_BYTES < end; page += 1) pieces.push(this.#page(page));
    return Buffer.concat(pieces).toString('utf8', firstByte, firstByte + end - start);
  }

  #startPage(): void {
    if (this.#memory.length < MEMORY_PAGES) this.#memory.push(this.#tail);
    else this.#unwritten.push(this.#tail);
    this.#tail = this.#spare.pop() ?? Buffer.allocUnsafeSlow(PAGE_BYTES);
  }

  #page(page: number): Buffer {
    const inMemory = this.#memory[page];
    if (inMemory !== undefined) return inMemory;
    if (page === Math.floor(this.#size / PAGE_BYTES)) return this.#tail;
    const slot = page % CACHED_PAGES;
    const cached = this.#cache[slot];
    if (cached?.page === page) return cached.bytes;
    const start = this.#fileStart + (page - MEMORY_PAGES) * PAGE_BYTES;
    const bytes = cached?.bytes ?? Buffer.allocUnsafeSlow(PAGE_BYTES);
    this.#file.readNow(bytes, start);
    this.#cache[slot] = { page, bytes };
    return bytes;
  }
}

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
  /** The start of each text; a text ends where the next one starts. Kept in pieces, so that growing copies nothing. */
  readonly #starts: Uint32Array[] = [];
  #count = 0;
  /** The cached texts, and the index of each. A text has one slot, by its index. */
  readonly #recentTexts: string[] = [];
  readonly #recentIndexes = new Int32Array(RECENT_TEXTS).fill(-1);

  constructor(file: TempFile, limits: TableLimits) {
    this.#bytes = new OverflowBytes(file);
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds the next text. Code: `file_too_large`, if all texts together are above the limit. */
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

  /** Writes added texts to the file. Call it repeatedly while texts are added, and after the last one. Code: `storage_unavailable`. */
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
