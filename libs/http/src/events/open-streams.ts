/** The replies that go on until someone ends them, so that all of them can be ended. */
export class OpenStreams {
  readonly #ends = new Set<() => void>();
  #isClosed = false;

  /** Whether no stream is to be begun any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Calls `end` when all are to end, at once if that is now. To be forgotten, by the function that is returned, when it has ended. */
  add(end: () => void): () => void {
    if (this.#isClosed) end();
    else this.#ends.add(end);
    return () => void this.#ends.delete(end);
  }

  /** Ends all of them. Safe twice. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
  }
}
