import { randomInt } from 'node:crypto';
import type { E164 } from '../../model/identifiers.js';
import { ERASED, encodeNumberChunk } from '../number-chunk.js';
import { NO_NUMBER } from '../row-block.js';

/**
 * Gives each distinct number of a file an index, in the order of first occurrence, and counts the rows that carry it.
 *
 * Numbers are stored as doubles: a string may be a slice, which keeps a whole piece of the file in memory, over 60 MB for a workbook of
 * 100,000 rows.
 */
export class NumberIndex {
  readonly #numbers = new NumberTable();
  readonly #rowCounts: number[] = [];
  #rowsWithNumber = 0;
  #erasedRows = 0;
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

  /**
   * Adds a row, and returns the index of its number or NO_NUMBER. `day`: the day of the row's consent, as 20240501, or 0. The earliest day
   * of a number counts.
   */
  add(number: E164 | undefined, day = 0): number {
    if (number === undefined) return NO_NUMBER;
    this.#rowsWithNumber += 1;
    const index = this.#numbers.add(number);
    if (index === this.#rowCounts.length) this.#rowCounts.push(1);
    else this.#rowCounts[index] = (this.#rowCounts[index] ?? 0) + 1;
    if (this.#days !== undefined) this.#days[index] = earlier(this.#days[index] ?? 0, day);
    return index;
  }

  /** Gives an erased number of a copied task an index, which `find` never returns. `rows`: how many rows carried it. */
  addErased(rows: number): void {
    this.#numbers.addErased();
    this.#rowCounts.push(rows);
    this.#rowsWithNumber += rows;
    this.#erasedRows += rows;
  }

  /** Rows whose number was erased: they are not checked. */
  get erasedRows(): number {
    return this.#erasedRows;
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

  /** The index of a number, given without its plus; undefined if no row carries it. */
  find(digits: number): number | undefined {
    return this.#numbers.find(digits);
  }

  /** The numbers from index `start` up to `end`, or to the last one, without their plus; `ERASED` for an erased one. */
  digits(start: number, end: number): Float64Array {
    return this.#numbers.slice(start, end);
  }

  /** The same numbers in E.164; undefined for an erased one. */
  phones(start: number, end: number): (E164 | undefined)[] {
    // All numbers were added in E.164.
    return Array.from(this.digits(start, end), (digits) =>
      digits === ERASED ? undefined : (`+${digits}` as E164),
    );
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

const FIRST_SLOTS = 1024;
/** The largest share of filled slots. Then the slots are doubled. */
const MOST_FILLED = 0.5;

/** Divides a number into two halves of digits. */
const HALF = 100_000_000;
const DIGIT_0 = 48;
const ANY_INTEGER = 2 ** 32;

/**
 * A hash table of the numbers and their indexes. A Map takes three times as long, since it allocates an object for each number above 2^31.
 * A Map's hashes are also the same in every process, so that an attacker could make a file whose numbers all collide.
 */
class NumberTable {
  /** The numbers in the order in which they were added, as doubles: 15 digits are exact. */
  #numbers = new Float64Array(FIRST_SLOTS * MOST_FILLED);
  /** The index of a number plus 1; 0 for an empty slot. */
  #slots = new Int32Array(FIRST_SLOTS);
  #size = 0;
  readonly #seed = randomInt(ANY_INTEGER);

  get size(): number {
    return this.#size;
  }

  /** The numbers from index `start` up to `end`, or to the last one, without their plus. */
  slice(start: number, end: number): Float64Array {
    return this.#numbers.subarray(start, Math.min(end, this.#size));
  }

  /** The index of a number in E.164. For a new number it equals the size before. */
  add(number: string): number {
    const digits = digitsOf(number);
    const slot = this.#slotOf(digits);
    const place = (this.#slots[slot] ?? 0) - 1;
    if (place >= 0) return place;
    this.#numbers[this.#size] = digits;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (this.#size === this.#numbers.length) this.#grow();
    return this.#size - 1;
  }

  addErased(): void {
    this.#numbers[this.#size] = ERASED;
    this.#size += 1;
    if (this.#size === this.#numbers.length) this.#grow();
  }

  /** The index of a number, given without its plus; undefined if it was not added. */
  find(digits: number): number | undefined {
    const place = (this.#slots[this.#slotOf(digits)] ?? 0) - 1;
    return place < 0 ? undefined : place;
  }

  /** The slot of a number, or the empty slot where it would be put. */
  #slotOf(digits: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = this.#hash(digits) & mask; ; slot = (slot + 1) & mask) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0 || this.#numbers[place] === digits) return slot;
    }
  }

  #hash(digits: number): number {
    const high = Math.floor(digits / HALF);
    let hash = Math.imul((digits - high * HALF) ^ this.#seed, 0x85ebca6b);
    hash = Math.imul((hash ^ (hash >>> 15)) + high, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 13) ^ this.#seed, 0x27d4eb2f);
    return hash ^ (hash >>> 16);
  }

  #grow(): void {
    const numbers = new Float64Array(2 * this.#numbers.length);
    numbers.set(this.#numbers);
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let place = 0; place < this.#size; place += 1) {
      if (numbers[place] === ERASED) continue;
      let slot = this.#hash(numbers[place] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = place + 1;
    }
    this.#numbers = numbers;
    this.#slots = slots;
  }
}

function digitsOf(number: string): number {
  let digits = 0;
  for (let at = 1; at < number.length; at += 1) digits = digits * 10 + (number.charCodeAt(at) - DIGIT_0);
  return digits;
}
