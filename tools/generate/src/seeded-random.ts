/** A source of random numbers that gives the same ones for the same seed, on every machine. Not for secrets. */
export interface SeededRandom {
  /** A number from 0 up to but not including 1. */
  fraction(): number;
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number;
  /** Whether something happens that has this probability, from 0 to 1. */
  chance(probability: number): boolean;
  /** One of the items, each equally likely. Throws RangeError when there are none. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: 32 bits of state are plenty for test data, and it fits on a screen. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick(items) {
      const position = below(items.length);
      if (position >= items.length) throw new RangeError('there is nothing to pick from');
      // The index is within the list, by the line above.
      return items[position] as (typeof items)[number];
    },
  };
}
