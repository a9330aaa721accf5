/**
 * Bounds how many checks run at once, over all chunks of all tasks. Chunks are what p-limit bounds; inside them a promise for each
 * number would cost more than an instant check, so a free slot is taken without one.
 */
export class CheckSlots {
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Takes a slot: undefined when it is taken at once, else a promise that resolves when it is. First come, first served. */
  take(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives a slot back, to the one that has waited longest. */
  free(): void {
    const waiter = this.#waiting[this.#next];
    if (waiter === undefined) {
      this.#free += 1;
      return;
    }
    this.#next += 1;
    // Taken out by the half: one by one would move the whole line each time, and under load it is never empty.
    if (this.#next * 2 >= this.#waiting.length) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
    waiter();
  }
}
