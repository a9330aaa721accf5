import type { AccountId } from '@dialproof/core';
import { TurnQueue } from './turn-queue.js';

/**
 * Turns of the event loop for work that takes milliseconds of the processor: one piece of work in each turn, one account after another.
 * Otherwise a result whose rows are available at once would be rendered until its connection is full, some megabytes, before anything else
 * runs, and thirty lists that are requested together would be read together.
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

  /** The same content, a piece in each turn. Not a generator: a waiting generator would not release the content when it is left. */
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
