import type { AccountId } from '@dialproof/core';
import { TurnQueue } from './turn-queue.js';

/**
 * Turns of the event loop for what takes the processor for milliseconds: one thing in each turn, and the accounts one after another. A result
 * whose rows are there at once would otherwise be rendered as far as its connection takes it, some megabytes, before anything else runs; and
 * thirty lists that come together would be read together.
 */
export class SharedTurns {
  readonly #waiting = new TurnQueue<AccountId, () => void>();
  #isServing = false;

  /** Resolves in a turn of its own. Of one account, in the order of the calls. */
  next(accountId: AccountId): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(accountId, resolve);
      if (!this.#isServing) setImmediate(this.#serve);
      this.#isServing = true;
    });
  }

  /**
   * The same content, a piece in each turn. Not a generator: one that waits for the content would not let go of it when it is left.
   */
  pace(accountId: AccountId, content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return {
      [Symbol.asyncIterator]: () => {
        const pieces = content[Symbol.asyncIterator]();
        return {
          next: async () => {
            await this.next(accountId);
            return pieces.next();
          },
          return: async () => (await pieces.return?.()) ?? { done: true, value: undefined },
        };
      },
    };
  }

  readonly #serve = (): void => {
    this.#waiting.shift()?.();
    this.#isServing = this.#waiting.size > 0;
    if (this.#isServing) setImmediate(this.#serve);
  };
}
