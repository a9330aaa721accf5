/** Broken promises, in sentences. */
export class Violations {
  readonly #found: string[] = [];

  get all(): readonly string[] {
    return this.#found;
  }

  add(sentence: string): void {
    this.#found.push(sentence);
  }

  /** Adds a sentence with both values, unless they are equal. */
  expectEqual(what: string, found: number | string | undefined, expected: number | string): void {
    if (found !== expected) this.add(`${what} is ${found}, expected ${expected}`);
  }
}
