import type { TempFile } from '../temp-file.js';

/** Small enough for cheap random access, large enough to read many texts in order at once. */
const PAGE_BYTES = 16 * 1024;
const MEMORY_PAGES = 512;
const CACHED_PAGES = 256;
const MAX_BYTES_PER_CHAR = 3;

/**
 * Texts in UTF-8 that are appended once and then read in any order: the first 8 MiB of them stay in memory, the rest is appended to the
 * temporary file. A workbook with ten times the texts takes no more memory for them.
 */
export class OverflowBytes {
  readonly #file: TempFile;
  readonly #memory: Buffer[] = [];
  /** Cached pages of the file. Each page has one slot; a new page replaces the one in its slot. */
  readonly #cache: { readonly page: number; readonly bytes: Buffer }[] = [];
  #unwritten: Buffer[] = [];
  /** Written pages, to be filled again. New memory for each page would remain until it is collected. */
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
