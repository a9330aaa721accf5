import { randomInt } from 'node:crypto';

const FIRST_SLOTS = 1024;
/** Of the slots, more of which are filled only after they were doubled. */
const MOST_FILLED = 0.5;

/** Digits at the end of a number that make one half of it. */
const HALF = 100_000_000;
const DIGIT_0 = 48;
const ANY_INTEGER = 2 ** 32;

/**
 * Finds the place at which a number was added. A Map takes three times as long: it makes an object of every number past 2^31, and
 * hashes it in a way that is the same in every process, so that a file could be made of numbers with one hash.
 */
export class NumberTable {
  /** The numbers in the order in which they were added, as doubles: 15 digits are exact. */
  #numbers = new Float64Array(FIRST_SLOTS * MOST_FILLED);
  /** 1 and the place of a number; 0 where there is none. */
  #slots = new Int32Array(FIRST_SLOTS);
  #size = 0;
  readonly #seed = randomInt(ANY_INTEGER);

  get size(): number {
    return this.#size;
  }

  /** The numbers from place `start` up to `end`, or to the last one, without their plus. */
  slice(start: number, end: number): Float64Array {
    return this.#numbers.subarray(start, Math.min(end, this.#size));
  }

  /** The place of a number in E.164. It is the old size where the number is new. */
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

  /** The place of a number, which is given without its plus. Undefined for one that was not added. */
  find(digits: number): number | undefined {
    const place = (this.#slots[this.#slotOf(digits)] ?? 0) - 1;
    return place < 0 ? undefined : place;
  }

  /** The slot that has the number's place, or would get it. */
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
