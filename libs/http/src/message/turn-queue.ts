/**
 * Waiting items in the order of turns: one key after another, and the items of a key in the order of their arrival. A key without items
 * takes no memory.
 */
export class TurnQueue<Key, Item> {
  /** The waiting items of each key, at least one. The key whose turn is next comes first. */
  readonly #waiting = new Map<Key, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(key: Key, item: Item): void {
    const own = this.#waiting.get(key);
    if (own === undefined) this.#waiting.set(key, [item]);
    else own.push(item);
    this.#size += 1;
  }

  /** Removes and returns the next item; undefined if none waits. */
  shift(): Item | undefined {
    for (const [key, own] of this.#waiting) {
      const item = own.shift();
      // The key moves behind all others.
      this.#waiting.delete(key);
      if (own.length > 0) this.#waiting.set(key, own);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }
}
