import { type AnswerCache, assertOptionNames, type CacheEntry, type E164 } from '@dialproof/core';

export interface MemoryAnswerCacheOptions {
  /** The most numbers that it keeps, a whole number from 1. Default 100,000, which takes some 30 MB. */
  readonly maxNumbers?: number;
}

/** Keeps answers in this process. With more numbers than it may keep, the one that was used longest ago is forgotten. */
export class MemoryAnswerCache implements AnswerCache {
  /** The one that was used longest ago first. */
  readonly #entries = new Map<E164, CacheEntry>();
  readonly #maxNumbers: number;

  constructor(options: MemoryAnswerCacheOptions = {}) {
    assertOptionNames('MemoryAnswerCache', options, { maxNumbers: true });
    const { maxNumbers = 100_000 } = options;
    if (!Number.isSafeInteger(maxNumbers) || maxNumbers < 1)
      throw new RangeError(`maxNumbers is ${maxNumbers}, expected a whole number of at least 1`);
    this.#maxNumbers = maxNumbers;
  }

  get size(): number {
    return this.#entries.size;
  }

  async getMany(numbers: readonly E164[]): Promise<(CacheEntry | undefined)[]> {
    return numbers.map((number) => {
      const entry = this.#entries.get(number);
      if (entry !== undefined) this.#use(number, entry);
      return entry;
    });
  }

  async setMany(entries: readonly CacheEntry[]): Promise<void> {
    for (const entry of entries) this.#use(entry.number, entry);
    for (const number of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxNumbers) return;
      this.#entries.delete(number);
    }
  }

  #use(number: E164, entry: CacheEntry): void {
    this.#entries.delete(number);
    this.#entries.set(number, entry);
  }
}
