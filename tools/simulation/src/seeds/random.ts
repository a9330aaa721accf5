import type { Entropy } from '@dialproof/core';

const UINT32 = 2 ** 32;

/** Numbers that a seed decides. The generator is sfc32 (Chris Doty-Humphrey, PractRand), which is fast and has no short cycles. */
export class Random {
  #a: number;
  #b: number;
  #c = 1;
  #counter: number;

  constructor(seed: number) {
    this.#a = seed >>> 0;
    this.#b = Math.floor(seed / UINT32) >>> 0;
    this.#counter = 1;
    // The first numbers of seeds that are close together are alike.
    for (let round = 0; round < 15; round += 1) this.#next();
  }

  /** A number n with 0 <= n < 1. */
  fraction(): number {
    return this.#next() / UINT32;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.fraction() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.#next() & 255));
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }
}

/** Chance as the kit asks for it, decided by the same seed. */
export function seededEntropy(random: Random): Entropy {
  return {
    fraction: () => random.fraction(),
    bytes: (count) => random.bytes(count),
    uuid() {
      const bytes = random.bytes(16);
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const text = bytes.toString('hex');
      return [8, 12, 16, 20, 32]
        .map((end, at, ends) => text.slice(at === 0 ? 0 : ends[at - 1], end))
        .join('-');
    },
  };
}
