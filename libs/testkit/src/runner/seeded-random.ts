/** Random choices that a seed determines, so that a failing run can be repeated. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    // mulberry32: small, and good enough to mix operations.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  /** One of these items, of which there must be at least one. */
  pick<Item>(items: readonly Item[]): Item {
    const index = this.below(items.length);
    if (index >= items.length) throw new RangeError('there is nothing to pick from');
    // The index is within the array, which the compiler cannot see.
    return items[index] as Item;
  }
}
