/**
 * Reads by a key. Callers that come before a read of their key begins share it, and those that come while it is under way share the next
 * one, since each is a round trip to a server. So an answer is never older than its question.
 */
export class SharedReads<Answer> {
  readonly #read: (key: string) => Promise<Answer>;
  /** By key. `next` begins when `ended` resolves. */
  readonly #running = new Map<string, { readonly ended: Promise<void>; next?: Promise<Answer> }>();

  constructor(read: (key: string) => Promise<Answer>) {
    this.#read = read;
  }

  of(key: string): Promise<Answer> {
    const running = this.#running.get(key) ?? { ended: Promise.resolve() };
    this.#running.set(key, running);
    running.next ??= running.ended.then(() => this.#begin(key));
    return running.next;
  }

  #begin(key: string): Promise<Answer> {
    const answer = this.#read(key);
    const end = () => {
      if (this.#running.get(key)?.next === undefined) this.#running.delete(key);
    };
    this.#running.set(key, { ended: answer.then(end, end) });
    return answer;
  }
}
