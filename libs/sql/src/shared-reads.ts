import { type Clock, systemClock } from '@dialproof/core';

/** The longest that callers wait for a read that began before they came: one that hangs must not stop those of its key. */
const LONGEST_WAIT_MS = 250;

/**
 * Reads by a key. Callers that come before a read of their key begins share it, and those that come while it is under way share the next
 * one, since each is a round trip to a server. So an answer is never older than its question. The next read begins when the one under way
 * ends, or at the latest {@link LONGEST_WAIT_MS} after it began.
 */
export class SharedReads<Answer> {
  readonly #read: (key: string) => Promise<Answer>;
  readonly #clock: Pick<Clock, 'schedule'>;
  /** The latest read of each key. `next` begins when `waited` resolves. */
  readonly #running = new Map<string, { readonly waited: Promise<void>; next?: Promise<Answer> }>();

  constructor(read: (key: string) => Promise<Answer>, clock: Pick<Clock, 'schedule'> = systemClock) {
    // A read that throws rejects like any other that fails.
    this.#read = async (key) => await read(key);
    this.#clock = clock;
  }

  of(key: string): Promise<Answer> {
    const running = this.#running.get(key) ?? { waited: Promise.resolve() };
    this.#running.set(key, running);
    running.next ??= running.waited.then(() => this.#begin(key));
    return running.next;
  }

  #begin(key: string): Promise<Answer> {
    const answer = this.#read(key);
    const forget = () => {
      if (this.#running.get(key)?.next === undefined) this.#running.delete(key);
    };
    this.#running.set(key, { waited: this.#endOrLongestWait(answer).then(forget) });
    return answer;
  }

  #endOrLongestWait(answer: Promise<Answer>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.schedule(LONGEST_WAIT_MS, resolve);
      const end = () => {
        cancel();
        resolve();
      };
      answer.then(end, end);
    });
  }
}
