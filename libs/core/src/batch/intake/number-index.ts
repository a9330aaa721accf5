import type { E164 } from '../../model/e164.js';
import { encodeNumberChunk } from '../number-chunk.js';
import { NO_NUMBER } from '../row-block.js';
import { NumberTable } from './number-table.js';

/**
 * Gives each distinct number of a file an index, in the order in which they are first seen, and counts the rows that carry it.
 *
 * It keeps numbers as numbers: a text may be a slice that keeps alive the whole piece of the file that it was cut from. In a workbook of
 * 100,000 rows that was over 60 MB.
 */
export class NumberIndex {
  readonly #numbers = new NumberTable();
  readonly #rowCounts: number[] = [];
  #rowsWithNumber = 0;
  /** The earliest date of consent of each number, as 20240501, 0 for none. Undefined for a file without such dates. */
  readonly #days: number[] | undefined;

  constructor({ hasConsentDates = false } = {}) {
    this.#days = hasConsentDates ? [] : undefined;
  }

  /** Distinct numbers seen so far. */
  get size(): number {
    return this.#rowCounts.length;
  }

  /** Rows seen so far that carry a number. */
  get rowsWithNumber(): number {
    return this.#rowsWithNumber;
  }

  /** `day`: that of the row's consent, as 20240501, or 0. Of several days of a number, the earliest counts. */
  add(number: E164 | undefined, day = 0): number {
    if (number === undefined) return NO_NUMBER;
    this.#rowsWithNumber += 1;
    const index = this.#numbers.add(number);
    if (index === this.#rowCounts.length) this.#rowCounts.push(1);
    else this.#rowCounts[index] = (this.#rowCounts[index] ?? 0) + 1;
    if (this.#days !== undefined) this.#days[index] = earlier(this.#days[index] ?? 0, day);
    return index;
  }

  get hasConsentDates(): boolean {
    return this.#days !== undefined;
  }

  /** How many rows so far carry a number. */
  rowsOf(index: number): number {
    return this.#rowCounts[index] ?? 0;
  }

  /** The day of a number's earliest consent, as 20240501; 0 for none. */
  dayOf(index: number): number {
    return this.#days?.[index] ?? 0;
  }

  /** The index of a number, which is given without its plus. Undefined for one that no row carries. */
  find(digits: number): number | undefined {
    return this.#numbers.find(digits);
  }

  /** The numbers in the order of their indexes, cut into encoded chunks of at most `chunkSize`. */
  *chunks(chunkSize: number): Generator<Uint8Array, void, undefined> {
    for (let start = 0; start < this.size; start += chunkSize) {
      const end = start + chunkSize;
      yield encodeNumberChunk(
        this.#numbers.slice(start, end),
        this.#rowCounts.slice(start, end),
        this.#days?.slice(start, end),
      );
    }
  }
}

function earlier(one: number, other: number): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other);
}
