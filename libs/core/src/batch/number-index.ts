import type { E164 } from '../phone/e164.js';
import { encodeNumberChunk } from './number-chunk.js';

/** What stands for the number of a row that has none. */
export const NO_NUMBER = -1;

/** Gives each distinct number of a file an index, in the order in which they are first seen, and counts the rows that carry it. */
export class NumberIndex {
  readonly #indexes = new Map<E164, number>();
  readonly #rowCounts: number[] = [];
  #rowsWithNumber = 0;

  /** Distinct numbers seen so far. */
  get size(): number {
    return this.#rowCounts.length;
  }

  /** Rows seen so far that carry a number. */
  get rowsWithNumber(): number {
    return this.#rowsWithNumber;
  }

  add(number: E164 | undefined): number {
    if (number === undefined) return NO_NUMBER;
    this.#rowsWithNumber += 1;
    const known = this.#indexes.get(number);
    if (known !== undefined) {
      this.#rowCounts[known] = (this.#rowCounts[known] ?? 0) + 1;
      return known;
    }
    const index = this.#rowCounts.length;
    this.#indexes.set(number, index);
    this.#rowCounts.push(1);
    return index;
  }

  /** The numbers in the order of their indexes, cut into encoded chunks of at most `chunkSize`. */
  chunks(chunkSize: number): Uint8Array[] {
    const numbers = [...this.#indexes.keys()];
    const chunks: Uint8Array[] = [];
    for (let start = 0; start < numbers.length; start += chunkSize) {
      chunks.push(
        encodeNumberChunk({
          numbers: numbers.slice(start, start + chunkSize),
          rowCounts: this.#rowCounts.slice(start, start + chunkSize),
        }),
      );
    }
    return chunks;
  }
}
