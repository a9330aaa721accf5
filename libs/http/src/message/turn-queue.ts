/** What waits, in the order of turns: the keys one after another, and of one key in the order of coming. A key without any takes no memory. */
export class TurnQueue<Key, Item> {
  /** What waits of each key, never nothing. The key whose turn is next comes first. */
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

  /** Takes the next one; undefined where nothing waits. */
  shift(): Item | undefined {
    for (const [key, own] of this.#waiting) {
      const item = own.shift();
      // Behind all others.
      this.#waiting.delete(key);
      if (own.length > 0) this.#waiting.set(key, own);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }
}
