const SECOND_MS = 1_000;

/** When calls have arrived at an upstream, by the machine's clock. */
export class Arrivals {
  readonly #times: number[] = [];

  get count(): number {
    return this.#times.length;
  }

  note(): void {
    this.#times.push(performance.now());
  }

  /** The most within any second, wherever it begins. */
  mostInASecond(): number {
    let first = 0;
    let most = 0;
    for (const [last, at] of this.#times.entries()) {
      while (at - (this.#times[first] ?? 0) >= SECOND_MS) first += 1;
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}
