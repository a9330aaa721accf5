/**
 * Turns of the event loop that the replies of a contract share: each gets a piece of its content in a turn of its own. A result whose rows are
 * there at once would otherwise be rendered as far as its connection takes it, some megabytes, before anything else runs, and a hundred
 * results a hundred times that.
 */
export class SharedTurns {
  readonly #waiting: (() => void)[] = [];

  /**
   * The same content, a piece in each turn. Not a generator: one that waits for the content would not let go of it when it is left.
   */
  pace(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return {
      [Symbol.asyncIterator]: () => {
        const pieces = content[Symbol.asyncIterator]();
        return {
          next: async () => {
            await this.#turn();
            return pieces.next();
          },
          return: async () => (await pieces.return?.()) ?? { done: true, value: undefined },
        };
      },
    };
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#serve);
    });
  }

  readonly #serve = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#serve);
  };
}
